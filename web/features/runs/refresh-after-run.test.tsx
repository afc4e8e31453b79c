import { QueryClient } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { makeUser, serveChain } from '../../testing/fake-chain.ts';
import { serveChanges, startLive } from '../../testing/fake-changes.ts';
import { counts, endedRun, serveRuns } from '../../testing/fake-runs.ts';
import { FakeServer } from '../../testing/fake-server.ts';
import { profileWith } from '../../testing/profiles.ts';
import { openApp } from '../../testing/render-app.tsx';
import { refreshAfterRun } from './runs.api.ts';

/** Ten users, all of whom a run has changed. */
async function openTen(path = '/users') {
  const server = new FakeServer();
  const users = Array.from({ length: 10 }, (_, index) => makeUser({ full_name: `User ${index}` }));
  const chain = serveChain(server, { users });
  const run = endedRun({ total: 10, applied: counts({ updated: 10 }) });
  serveRuns(server, [run]);
  const others = serveChanges(server, chain);
  await openApp(path, { server, signedInAs: profileWith() });
  await screen.findByText('User 0');
  const changed = users.map((user) => ({
    ...user,
    full_name: 'Changed',
    is_active: false,
    updated_at: '2027-01-01T00:00:00.000Z',
  }));
  return { server, chain, others, run, changed };
}

test('what a run over ten users changed comes with the change log, in at most three requests', async () => {
  startLive();
  const { server, others, run, changed } = await openTen('/users?status=active');
  await waitFor(() => expect(others.stream.opened).toBe(1));
  others.stream.send('hello', { cursor: others.cursor(), version: '1.0.0' });
  const before = server.seen.length;
  others.putUsers(...changed);
  await refreshAfterRun(run, new QueryClient());
  await waitFor(() => expect(screen.getAllByText('Changed')).toHaveLength(10));
  await screen.findByText(/^10 changes ·/);
  await screen.findByText('0 users');
  expect(server.seen.slice(before).map(({ path }) => path)).toEqual([
    '/api/changes',
    '/api/users',
    '/api/users',
  ]);
});

test('a page that does not follow the change log reads the rows in view again', async () => {
  const { server, chain, run, changed } = await openTen();
  chain.users = changed;
  const before = server.seen.length;
  await refreshAfterRun(run, new QueryClient());
  await waitFor(() => expect(screen.getAllByText('Changed')).toHaveLength(10));
  expect(server.seen.slice(before).map(({ path }) => path)).toEqual(['/api/users']);
});
