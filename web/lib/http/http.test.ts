import { beforeEach, expect, test } from 'vitest';
import { getDashboard } from '../../../contract/dashboard.ts';
import { listLocations, updateLocation } from '../../../contract/locations.ts';
import { FakeServer } from '../../testing/fake-server.ts';
import { authSession } from '../../testing/profiles.ts';
import { holdSession } from '../../testing/render-app.tsx';
import { call, open } from './http.ts';

const server = new FakeServer();
beforeEach(() => {
  holdSession();
  server.listen();
});

const location = {
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Airport 104',
  address: '1 Main Street',
  city: 'Albany',
  state: 'NY',
  zip: '12207',
  phone: null,
  number: null,
  closed_on: null,
  time_zone: 'America/New_York',
  district_id: null,
  user_count: 0,
  manager_count: 0,
  created_at: '2026-11-20T21:05:00.000Z',
  updated_at: '2026-11-20T21:05:00.000Z',
};

test('call sends the token, its parts and the version that it edits', async () => {
  server.answer(updateLocation, location);
  const answer = await call(
    updateLocation,
    { params: { id: location.id }, body: { name: 'Airport' } },
    { ifMatch: location.updated_at },
  );
  expect(answer).toEqual(location);
  const seen = server.requests('PATCH', `/api/locations/${location.id}`).at(-1);
  expect(seen?.headers.get('authorization')).toMatch(/^Bearer /);
  expect(seen?.headers.get('if-match')).toBe(`"${location.updated_at}"`);
  expect(seen?.body).toEqual({ name: 'Airport' });
});

test('open returns before the body of a list is read', async () => {
  server.answer(listLocations, { locations: [location], total: 1, is_total_exact: true, next: null });
  const answer = await open(listLocations, { query: { limit: 100, q: 'air & port' } });
  expect(answer.headers.get('content-type')).toContain('json');
  expect((await answer.json()).total).toBe(1);
  expect(server.seen.at(-1)?.query).toEqual({ limit: '100', q: 'air & port' });
});

test('call throws title and detail of a refusal, with its code', async () => {
  server.refuse(updateLocation, 'stale', 'Kofi Walker changed it.');
  const refused = call(updateLocation, { params: { id: location.id }, body: {} });
  await expect(refused).rejects.toMatchObject({
    message: 'Failed to update location: Kofi Walker changed it.',
    code: 'stale',
    status: 412,
  });
});

test('call says that the server cannot be reached', async () => {
  const failing = call({ ...getDashboard, path: '/api/nowhere' }, { query: {} });
  await expect(failing).rejects.toMatchObject({
    message:
      'Failed to load the dashboard: The server cannot be reached. Check your connection and try again.',
    code: 'unreachable',
  });
});

test('call refreshes a token once when the server finds it expired', async () => {
  let isRefreshed = false;
  server.auth('POST', '/token', () => {
    isRefreshed = true;
    return authSession({ refresh_token: 'next' });
  });
  server.refuse(getDashboard, 'unauthenticated', 'The token has expired.');
  const answering = call(getDashboard, { query: {} }).catch((error) => error);
  expect(await answering).toMatchObject({ code: 'unauthenticated' });
  expect(isRefreshed).toBe(true);
  expect(server.requests('GET', '/api/dashboard')).toHaveLength(2);
});
