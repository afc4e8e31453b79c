import { afterAll, beforeAll, expect, test } from 'vitest';
import { getJoinersAndLeavers } from '../../../contract/dashboard.ts';
import { systemContext } from '../../kernel/access.ts';
import { ownRole } from '../../testing/worlds/own-role.ts';
import { startWorld, type World } from '../../testing/worlds/world.ts';
import { createUser, deleteUser, updateUser } from '../users/users.service.ts';

const dayMs = 86_400_000;
/** A Wednesday. */
const today = Date.UTC(2026, 5, 17, 12);
let world: World;
beforeAll(async () => {
  world = await startWorld({ now: () => new Date(today) });
});
afterAll(() => world.close());

/** A context in the past, where no session exists. */
function past<P extends 'users.create' | 'users.update' | 'users.delete'>(time: number) {
  return systemContext<P>({ ...world.app, now: () => new Date(time) });
}

let added = 0;
const weeksAgo = (weeks: number) => today - weeks * 7 * dayMs;
async function add(time: number) {
  const names = { email: `user${++added}@northline.example`, full_name: `User ${added}` };
  const profile = { ...names, phone: null, employee_number: null, is_active: true };
  return (await createUser(past<'users.create'>(time), profile)).id;
}
const setActive = (id: string, is_active: boolean, time: number) =>
  updateUser(past<'users.update'>(time), id, { is_active }, null);
const remove = (id: string, time: number) => deleteUser(past<'users.delete'>(time), id);
const read = async (utc_offset = 0) =>
  (await world.ada.call(getJoinersAndLeavers, { query: { utc_offset } })).ok().weeks;

test('getJoinersAndLeavers counts each user once where they joined and where they left', async () => {
  const before = weeksAgo(20);
  const ids: string[] = [];
  for (let n = 0; n < 7; n++) ids.push(await add(before));
  const [
    left = '',
    undone = '',
    deleted = '',
    leftLongAgo = '',
    leftThenDeleted = '',
    back = '',
    again = '',
  ] = ids;
  await setActive(left, false, weeksAgo(2));
  await setActive(undone, false, weeksAgo(2));
  await setActive(undone, true, weeksAgo(2) + 60_000);
  await remove(deleted, weeksAgo(3));
  // Deleting inactive users does not count as leaving.
  await setActive(leftLongAgo, false, weeksAgo(15));
  await remove(leftLongAgo, weeksAgo(1));
  await setActive(leftThenDeleted, false, weeksAgo(4));
  await remove(leftThenDeleted, weeksAgo(1));
  await setActive(back, false, weeksAgo(15));
  await setActive(back, true, weeksAgo(5));
  await remove(back, weeksAgo(1));
  await setActive(again, false, weeksAgo(6));
  await setActive(again, true, weeksAgo(5));
  await setActive(again, false, weeksAgo(0));
  await add(weeksAgo(11));
  await add(weeksAgo(12));
  const passing = await add(weeksAgo(8));
  await remove(passing, weeksAgo(8) + 60_000);

  // The administrator signed up today.
  const weeks = (await read()).map((week, index) =>
    index < 11 ? week : { ...week, joined: week.joined - 1 },
  );
  expect(weeks).toHaveLength(12);
  expect(weeks[0]?.starts_on).toBe('2026-03-30');
  expect(weeks[11]?.starts_on).toBe('2026-06-15');
  expect(weeks.map((week) => week.joined)).toEqual([1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]);
  expect(weeks.map((week) => week.left)).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1, 1]);
});

test("getJoinersAndLeavers begins its weeks by the reader's clock", async () => {
  // 11 PM on Sunday in New York is Monday in UTC.
  await add(Date.UTC(2026, 5, 15, 3));
  const lastTwo = async (utc_offset: number) => (await read(utc_offset)).slice(-2).map((week) => week.joined);
  expect(await lastTwo(0)).toEqual([0, 2]);
  expect(await lastTwo(-240)).toEqual([1, 1]);
});

test('getJoinersAndLeavers asks for the permission to see users', async () => {
  const reader = await world.newUser('Lou Locations');
  const role = await ownRole(world, 'locations only', ['locations.all', 'locations.read']);
  const { write } = world.app.database;
  const grant = { user_id: reader.id, role_id: role, created_at: new Date(today).toISOString() };
  await write((tx) =>
    tx
      .insertInto('user_roles')
      .values({ ...grant, granted_by: null, granted_by_name: null })
      .execute(),
  );
  expect((await reader.call(getJoinersAndLeavers, { query: {} })).problem().status).toBe(403);
});
