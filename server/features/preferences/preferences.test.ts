import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addRecent, listRecent } from '../../../contract/search.ts';
import { deleteUser } from '../../../contract/users.ts';
import type { RecentPick } from '../../kernel/database/schema.ts';
import { startWorld, type User, type World } from '../../testing/worlds/world.ts';
import { presentRecent, withPick } from './preferences.service.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const recentOf = async (user: User) => (await user.call(listRecent, {})).ok().recent;
const open = async (user: User, id: string, kind: RecentPick['kind'] = 'user') =>
  (await user.call(addRecent, { body: { kind, id } })).ok().recent;

test('what a user opened is first among what they open, without what they do not see, and only they see it', async () => {
  const mia = await world.newUser('Mia Manager', ['manager'], [world.locations.millRoad]);
  const [user, location] = [mia.id, world.locations.millRoad.id];
  await open(mia, randomUUID());
  await open(mia, world.locations.airport.id, 'location');
  await open(mia, user);
  await open(mia, location, 'location');
  expect((await open(mia, location, 'location')).map(({ kind, id }) => [kind, id])).toEqual([
    ['location', location],
    ['user', user],
  ]);
  expect(await recentOf(world.ada)).toEqual([]);
});

test('a pick counts half after seven days, and is forgotten after thirty', () => {
  const at = (days: number) => new Date(Date.UTC(2026, 10, 1) + days * 86_400_000);
  const pick = (kind: 'user' | 'location', id: string) => ({ kind, id });
  const opened = [
    [0, pick('user', 'gone')],
    ...[25, 25, 25].map((day) => [day, pick('user', 'often')] as const),
    [32, pick('location', 'lately')],
  ] as const;
  const stored = opened.reduce<RecentPick[]>((all, [day, one]) => withPick(all, one, at(day)), []);
  // The last opened first, however often the other was.
  expect(presentRecent(stored, at(32))).toEqual([
    { ...pick('location', 'lately'), weight: 1 },
    { ...pick('user', 'often'), weight: 1.5 },
  ]);
  const later = withPick(stored, pick('location', 'lately'), at(46));
  expect(presentRecent(later, at(46)).map(({ id }) => id)).toEqual(['lately', 'often']);
});

test('twenty are remembered, the newest among them, also when many are opened at once', async () => {
  const max = await world.newUser('Max Many', ['admin'], []);
  const ids = [];
  for (let n = 0; n < 22; n++) ids.push((await world.newUser(`Found ${n}`)).id);
  for (const id of ids.slice(0, 20)) for (let n = 0; n < 2; n++) await open(max, id);
  await Promise.all(ids.slice(20).map((id) => open(max, id)));
  const recent = (await recentOf(max)).map(({ id }) => id);
  expect(recent).toHaveLength(20);
  expect(ids.slice(0, 20).filter((id) => recent.includes(id))).toHaveLength(19);
  await open(max, ids[21] ?? '');
  expect((await recentOf(max)).map(({ id }) => id)).toContain(ids[21]);
});

test('addRecent refuses another kind, and an id that is none', async () => {
  const bad = [{ kind: 'role', id: randomUUID() }, { kind: 'user', id: 'x' }, { kind: 'user' }];
  for (const body of bad) expect((await world.ada.raw('POST', '/api/recent', body)).status).toBe(400);
});

test('deleteUser deletes the preferences of the user', async () => {
  const gus = await world.newUser('Gus Gone', ['viewer'], []);
  await open(gus, randomUUID());
  const rows = () =>
    world.app.database.read
      .selectFrom('user_preferences')
      .where('user_id', '=', gus.id)
      .selectAll()
      .execute();
  expect(await rows()).toHaveLength(1);
  (await world.ada.call(deleteUser, { params: { id: gus.id } })).ok();
  expect(await rows()).toEqual([]);
});
