import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from '../testing/worlds/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const id = '00000000-0000-4000-8000-000000000000';

test.each([
  'garbage',
  '%00',
  `0000-01-01T00:00:00.000Z_${id}`,
  `2026-02-30T00:00:00.000Z_${id}`,
  `2026-13-01T00:00:00.000Z_${id}`,
  `2026-01-01T24:00:00.000Z_${id}`,
  `2026-01-01T00:00:60.000Z_${id}`,
])('decodePosition refuses a text that no page returned: %s', async (after) => {
  for (const path of [
    '/api/users',
    '/api/locations',
    '/api/audit',
    `/api/locations/${world.locations.airport.id}/users`,
  ]) {
    const response = await world.ada.raw('GET', `${path}?after=${after}`);
    expect([path, response.status]).toEqual([path, 400]);
    expect(await response.json()).toMatchObject({ code: 'validation_failed', issues: [{ path: 'after' }] });
  }
});

test('decodePosition takes the first and the last time there can be', async () => {
  for (const at of ['0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z']) {
    expect((await world.ada.raw('GET', `/api/users?after=${at}_${id}`)).status).toBe(200);
  }
});
