import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Attention, allAttentionChecks, getAttention } from '../../../contract/dashboard.ts';
import { cancelInvitation, sendInvitation } from '../../../contract/invitations.ts';
import { closeLocation, createLocation } from '../../../contract/locations.ts';
import { createUser, listUsers, type UserRow, updateUser } from '../../../contract/users.ts';
import { airport, startWorld, type User, type World } from '../../testing/worlds/world.ts';

const dayMs = 86_400_000;
let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

async function counts(client: Pick<User, 'call'> = world.ada) {
  const { checks } = (await client.call(getAttention, { query: {} })).ok();
  return Object.fromEntries(checks.map(({ check, count }) => [check, count])) as Partial<
    Record<Attention['check'], number>
  >;
}

/** How the counts change by an act. */
async function changeBy(act: () => Promise<unknown>, client?: Pick<User, 'call'>) {
  const before = await counts(client);
  await act();
  const after = await counts(client);
  const changed = allAttentionChecks.flatMap((check) => {
    const change = (after[check] ?? 0) - (before[check] ?? 0);
    return change === 0 ? [] : [[check, change]];
  });
  return Object.fromEntries(changed);
}

let added = 0;
async function add(location_ids: string[] = []) {
  const body = { email: `user${++added}@northline.example`, full_name: `User ${added}`, location_ids };
  return (await world.ada.call(createUser, { body })).ok().id;
}
const setActive = (id: string, is_active: boolean) =>
  world.ada.call(updateUser, { params: { id }, body: { is_active } });

test('getAttention counts an added user as without role and location and not invited, while active', async () => {
  let id = '';
  const missing = { users_without_location: 1, users_without_role: 1, users_not_invited: 1 };
  expect(await changeBy(async () => (id = await add()))).toEqual(missing);
  expect(await changeBy(() => setActive(id, false))).toEqual({
    users_without_location: -1,
    users_without_role: -1,
    users_not_invited: -1,
  });
  expect(await changeBy(() => setActive(id, true))).toEqual(missing);
});

test('getAttention counts an invitation that expired or whose email failed, and none that may still be accepted', async () => {
  const [id, other] = [await add(), await add()];
  const invite = (id: string) => world.ada.call(sendInvitation, { params: { id }, body: {} });
  expect(await changeBy(() => invite(id))).toEqual({ users_not_invited: -1 });
  expect(await changeBy(() => invite(other))).toEqual({ users_not_invited: -1 });
  // A later delivery would no longer fail.
  await world.app.mailer.deliverDue();
  const failed = { state: 'failed' as const };
  const fail = () => world.app.database.write((tx) => tx.updateTable('mail_outbox').set(failed).execute());
  expect(await changeBy(fail)).toEqual({ invitations_not_accepted: 2 });
  const resend = await changeBy(() => invite(id));
  expect(resend).toEqual({ invitations_not_accepted: -1 });
  const over = { expires_at: new Date().toISOString() };
  const expire = () =>
    world.app.database.write((tx) =>
      tx.updateTable('auth_invitations').set(over).where('user_id', '=', id).execute(),
    );
  expect(await changeBy(expire)).toEqual({ invitations_not_accepted: 1 });
  const cancel = () => world.ada.call(cancelInvitation, { params: { id } });
  expect(await changeBy(cancel)).toEqual({ invitations_not_accepted: -1, users_not_invited: 1 });
});

test('getAttention counts users who have joined and have not signed in for 90 days, or never', async () => {
  const joined = () =>
    world.newUser(`Jo Joined ${++added}`, ['employee'], [world.locations.millRoad], {
      password: 'correct horse',
    });
  const [one, never] = [await joined(), await joined()];
  const lastSignIn = (id: string, last_sign_in_at: string | null) =>
    world.app.database.write((tx) =>
      tx.updateTable('auth_users').set({ last_sign_in_at }).where('id', '=', id).execute(),
    );
  const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString();
  await lastSignIn(one.id, daysAgo(89));
  await lastSignIn(never.id, daysAgo(1));
  expect(await changeBy(() => lastSignIn(one.id, daysAgo(91)))).toEqual({ users_not_signing_in: 1 });
  expect(await changeBy(() => lastSignIn(never.id, null))).toEqual({ users_not_signing_in: 1 });
});

test('getAttention counts open locations without an active manager', async () => {
  let id = '';
  const open = async () => {
    id = (await world.ada.call(createLocation, { body: { ...airport, name: 'Pier' } })).ok().id;
  };
  expect(await changeBy(open)).toEqual({ locations_without_manager: 1 });
  const pier = { ...world.locations.airport, id };
  const employee = await changeBy(() => world.newUser('Eli Employee', ['employee'], [pier]));
  expect(employee).toEqual({ invitations_not_accepted: 1 });
  let manager = '';
  const hire = async () => {
    const password = 'correct horse';
    manager = (await world.newUser('Pia Pier', ['manager'], [pier], { password })).id;
  };
  expect(await changeBy(hire)).toEqual({ locations_without_manager: -1 });
  expect(await changeBy(() => setActive(manager, false))).toEqual({ locations_without_manager: 1 });
  const close = () => world.ada.call(closeLocation, { params: { id }, body: { closed_on: '2026-01-02' } });
  expect(await changeBy(close)).toEqual({ locations_without_manager: -1 });
});

test('getAttention counts active administrators without a second factor', async () => {
  expect((await counts()).admins_without_second_factor).toBe(1);
  const factor = {
    ...{
      id: crypto.randomUUID(),
      user_id: world.ada.id,
      factor_type: 'totp' as const,
      friendly_name: 'Phone',
    },
    ...{ name_key: 'phone', secret: 'sealed', status: 'verified' as const, last_step: 0 },
    ...{ created_at: new Date().toISOString(), updated_at: new Date().toISOString() },
  };
  // Without a code, a session of a user with a factor may do nothing. So an administrator without one looks.
  const other = await world.newUser('Olaf Other', ['admin'], [], { password: 'correct horse' });
  const manager = await world.newUser('Mel Manager', ['manager'], [world.locations.millRoad]);
  const enroll = () =>
    world.app.database.write((tx) => tx.insertInto('auth_factors').values(factor).execute());
  const looks = async () => {
    expect((await counts(other)).admins_without_second_factor).toBe(2);
    await enroll();
    return (await counts(other)).admins_without_second_factor;
  };
  expect(await looks()).toBe(1);
  // The list behind the check shows exactly the one who is left.
  const answer = await other.raw('GET', `/api/users?role=${world.roleIds.admin}&second_factor=none`);
  const { users } = (await answer.json()) as { users: UserRow[] };
  expect(users.map((user) => [user.full_name, user.has_second_factor])).toEqual([['Olaf Other', false]]);
  // For a manager, who cannot reset every factor, the list contains nothing about factors.
  const seen = (await manager.call(listUsers, { query: {} })).ok().users;
  expect(seen.map((user) => user.has_second_factor)).toEqual(seen.map(() => null));
  for (const value of ['none', 'set_up', 'none,set_up']) {
    const answer = await manager.raw('GET', `/api/users?second_factor=${value}`);
    expect(await answer.json()).toMatchObject({ users: [], total: 0 });
  }
  await world.app.database.write((tx) => tx.deleteFrom('auth_factors').execute());
});

test('getAttention makes only checks whose findings the actor may act on, and counts within scope', async () => {
  const employee = await world.newUser('Emma Employee', ['employee'], [world.locations.millRoad]);
  const viewer = await world.newUser('Vic Viewer', ['viewer'], [world.locations.millRoad]);
  const nobody = await world.newUser('Nora Norole', [], [world.locations.millRoad]);
  for (const client of [employee, viewer, nobody]) expect(await counts(client)).toEqual({});

  const quay = (await world.ada.call(createLocation, { body: { ...airport, name: 'Quay' } })).ok();
  const password = 'correct horse';
  const manager = await world.newUser('Quinn Quay', ['manager'], [quay], { password });
  const none = { locations_without_manager: 0, users_without_role: 0, users_not_invited: 0 };
  const clear = { ...none, invitations_not_accepted: 0, users_not_signing_in: 0 };
  expect(await counts(manager)).toEqual(clear);
  await add([quay.id]);
  await add([world.locations.millRoad.id]);
  expect(await counts(manager)).toEqual({ ...clear, users_without_role: 1, users_not_invited: 1 });
});

test('getAttention counts what the list shows for its filters, for an administrator and within scope', async () => {
  const manager = await world.newUser('Mo Manager', ['manager'], [world.locations.millRoad]);
  for (const client of [world.ada, manager]) {
    const { checks } = (await client.call(getAttention, { query: {} })).ok();
    const seen = [];
    for (const { check, count, list, filters } of checks) {
      const answer = await client.raw('GET', `/api/${list}?${new URLSearchParams(filters)}`);
      const { total } = (await answer.json()) as { total: number };
      expect(count, check).toBe(total);
      seen.push(total);
    }
    expect(seen.filter((total) => total > 0).length).toBeGreaterThanOrEqual(3);
  }
});

test('getAttention answers the list and the filters that show what it counted', async () => {
  const { checks } = (await world.ada.call(getAttention, { query: {} })).ok();
  expect(checks.map(({ check, list, filters }) => [check, list, filters])).toEqual([
    [
      'admins_without_second_factor',
      'users',
      { role: world.roleIds.admin, second_factor: 'none', status: 'active' },
    ],
    ['locations_without_manager', 'locations', { staff: 'no_manager', status: 'open' }],
    [
      'users_without_location',
      'users',
      { location: 'none', role: `not:${world.roleIds.admin}`, status: 'active' },
    ],
    ['users_without_role', 'users', { role: 'none', status: 'active' }],
    ['users_not_invited', 'users', { invitation: 'none', status: 'active' }],
    ['invitations_not_accepted', 'users', { invitation: 'joining,expired,failed', status: 'active' }],
    ['users_not_signing_in', 'users', { last_sign_in: '90', invitation: 'joined', status: 'active' }],
  ]);
});
