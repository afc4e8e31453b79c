import { QueryClient } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { makeLocation, makeUser, serveChain } from '../../testing/fake-chain.ts';
import { counts, endedRun, makeLine, serveRuns } from '../../testing/fake-runs.ts';
import { FakeServer } from '../../testing/fake-server.ts';
import { profileWith } from '../../testing/profiles.ts';
import { openApp } from '../../testing/render-app.tsx';
import { refreshAfterRun } from './refresh-after-run.ts';

/** Resolves when no request was sent for a while. */
async function untilQuiet(server: FakeServer) {
  let seen = -1;
  while (seen !== server.seen.length) {
    seen = server.seen.length;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** 20 users with 20 of these locations each, all of whom a run has changed. */
async function afterRun(locationCount: number) {
  const server = new FakeServer();
  const locations = Array.from({ length: locationCount }, (_, place) =>
    makeLocation({ name: `Depot ${place}` }),
  );
  const users = Array.from({ length: 20 }, (_, user) =>
    makeUser({
      full_name: `User ${user}`,
      location_ids: Array.from(
        { length: 20 },
        (_, place) => locations[(20 * user + place) % locationCount]?.id ?? '',
      ),
    }),
  );
  const chain = serveChain(server, { users, locations });
  const run = endedRun({ total: 20, applied: counts({ updated: 20 }) });
  const lines = users.map(({ id }, index) =>
    makeLine(index + 1, 'updated', { result: 'updated', subject: { id, name: id } }),
  );
  serveRuns(server, [run], lines);
  await openApp('/users', { server, signedInAs: profileWith() });
  await screen.findByText('User 0');
  // The locations are loaded when the browser is idle.
  await waitFor(() => expect(server.seen.map(({ path }) => path)).toContain('/api/locations'), {
    timeout: 20_000,
  });
  await untilQuiet(server);
  for (const user of chain.users) Object.assign(user, { full_name: 'Changed', is_active: false });
  const before = server.seen.length;
  await refreshAfterRun(run, new QueryClient());
  await waitFor(() => expect(screen.getAllByText('Changed').length).toBeGreaterThan(5));
  await untilQuiet(server);
  return server.seen.slice(before);
}

test('the rows that a bulk act has changed, and their locations, are read with one request each', async () => {
  const requests = await afterRun(100);
  expect(requests.map(({ path }) => path)).toEqual([
    expect.stringMatching(/^\/api\/runs\/.*\/lines$/),
    '/api/users',
    '/api/locations',
  ]);
  expect(requests[1]?.query.ids?.split(',')).toHaveLength(20);
  expect(new Set(requests[2]?.query.ids?.split(','))).toHaveProperty('size', 100);
});

test('more locations than one request names are read when their list is shown next', async () => {
  expect((await afterRun(400)).map(({ path }) => path).slice(1)).toEqual(['/api/users']);
});
