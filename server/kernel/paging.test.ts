import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from '../testing/worlds/world.ts';
import { decodeCursor, encodeCursor, type ValueKind } from './paging.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
  await world.newUser('Ana Second');
});
afterAll(() => world.close());

const id = '00000000-0000-4000-8000-000000000000';

const base64 = (text: string) => Buffer.from(text).toString('base64url');

test.each([
  'garbage',
  '%00',
  `2026-01-01T00:00:00.000Z_${id}`,
  base64('[]'),
  base64('{}'),
  base64('null'),
  base64('["", 0'),
  encodeCursor('another list', ['2026-01-01T00:00:00.000Z', id]),
])('pages refuse a cursor that is none of theirs: %s', async (after) => {
  for (const path of [
    '/api/users',
    '/api/users?sort=name',
    '/api/users?q=ana&from=best',
    '/api/locations',
    '/api/audit',
    '/api/notifications',
    '/api/sales?from=2026-01-01&to=2026-01-02&sort=revenue',
    '/api/stock',
    '/api/register-files',
    `/api/locations/${world.locations.airport.id}/users`,
  ]) {
    const response = await world.ada.raw('GET', `${path}${path.includes('?') ? '&' : '?'}after=${after}`);
    expect([path, response.status]).toEqual([path, 400]);
    expect(await response.json()).toMatchObject({ code: 'validation_failed', issues: [{ path: 'after' }] });
  }
});

const decode = (kind: ValueKind, value: unknown, isOptional = false) => {
  const digest = createHash('sha256').update('"list"').digest('base64url').slice(0, 8);
  return decodeCursor('list', [{ kind, isOptional }], base64(JSON.stringify([digest, 7, value])));
};

test.each<[ValueKind, unknown[], unknown[]]>([
  ['text', ['', 'é', '\u0001'], ['a\0', '\ud800', 7, true, null, ['a']]],
  ['number', [0, -7, 2 ** 53 - 1], ['7', 0.5, 2 ** 53, null]],
  ['boolean', [true, false], [0, 'true', null]],
  ['id', [id], ['0000000A-0000-4000-8000-000000000000', `${id} `, 'x', null]],
  [
    'day',
    ['2026-02-28', '0001-01-01'],
    ['2026-02-30', '2026-2-28', '0000-01-01', '2026-02-28T00:00:00.000Z'],
  ],
  [
    'time',
    ['0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'],
    [
      '0000-01-01T00:00:00.000Z',
      '2026-02-30T00:00:00.000Z',
      '2026-13-01T00:00:00.000Z',
      '2026-01-01T24:00:00.000Z',
      '2026-01-01T00:00:60.000Z',
      '2026-01-01',
    ],
  ],
])('decodeCursor takes the values of a column of the kind %s, and no other ones', (kind, good, bad) => {
  for (const value of good) expect(decode(kind, value)).toEqual({ position: [value], total: 7 });
  for (const value of bad) expect(() => decode(kind, value)).toThrow('Must be the next');
  expect(decode(kind, null, true)?.position).toEqual([null]);
});

test.each([
  ['another sort', 'sort=name', 'sort=-name'],
  ['no sort', 'sort=name', ''],
  ['another filter', 'status=active', 'status=inactive'],
  ['no filter', 'status=active', ''],
  ['another search', 'q=a', 'q=an'],
  ['the best matches', 'q=a', 'q=a&from=best'],
])('a list of users refuses the cursor of a page with %s', async (_, one, other) => {
  const list = async (query: string) => (await world.ada.raw('GET', `/api/users?${query}`)).json();
  const { next } = (await list(`${one}&limit=1`)) as { next: string };
  expect((await world.ada.raw('GET', `/api/users?${one}&after=${next}`)).status).toBe(200);
  expect((await world.ada.raw('GET', `/api/users?${other}&after=${next}`)).status).toBe(400);
});

test('the cursor of the longest name fits into a request', async () => {
  const longest = '😀'.repeat(100);
  for (const full_name of [longest, `${longest.slice(2)}a`]) await world.newUser(full_name);
  const list = async (query: string) => (await world.ada.raw('GET', `/api/users?${query}`)).json();
  for (const query of ['sort=-name&limit=1', `q=${encodeURIComponent('😀')}&from=best&limit=1`]) {
    const { next } = (await list(query)) as { next: string };
    const answer = await world.ada.raw('GET', `/api/users?${query}&after=${next}`);
    expect([query, answer.status]).toEqual([query, 200]);
  }
});
