import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reasons } from '../../../../contract/access/reasons.ts';
import { listAudit } from '../../../../contract/audit.ts';
import { createDistrict } from '../../../../contract/districts.ts';
import { createLocation, getLocation } from '../../../../contract/locations.ts';
import {
  applyRun,
  type BulkAct,
  cancelRun,
  createRun,
  getRun,
  type ListedSubject,
  listRunLines,
  retryRun,
} from '../../../../contract/runs.ts';
import { createUser, deleteUser, getUser, updateUser } from '../../../../contract/users.ts';
import { startWorld, type User, type World } from '../../../testing/worlds/world.ts';

let world: World;
let mia: User;
beforeAll(async () => {
  world = await startWorld();
  mia = await world.newUser('Mia Manager', ['manager'], [world.locations.millRoad], {
    password: 'long enough',
  });
});
afterAll(() => world.close());

let count = 0;
/** A user without an account. */
async function newUser({ at = [world.locations.millRoad], roles = [] as string[] } = {}) {
  const name = `User ${String(++count).padStart(3, '0')}`;
  const body = {
    ...{ email: `${randomUUID()}@northline.example`, full_name: name },
    location_ids: at.map((location) => location.id),
  };
  const user = (await world.ada.call(createUser, { body })).ok();
  if (roles.length > 0) await apply(world.ada, { act: 'roles', replace: roles }, [user.id]);
  return user;
}

async function plan(actor: User, act: BulkActInput, ids: string[], about: ListedSubject = 'users') {
  const body = { about, act, selection: { ids } };
  const { id } = (await actor.call(createRun, { body })).ok();
  await world.workOnRuns();
  return (await actor.call(getRun, { params: { id } })).ok();
}
type BulkActInput =
  | Exclude<BulkAct, { add: string[] }>
  | { act: 'roles' | 'locations'; add?: string[]; remove?: string[]; replace?: string[] };

async function apply(actor: User, act: BulkActInput, ids: string[], about: ListedSubject = 'users') {
  const run = await plan(actor, act, ids, about);
  return applyPlanned(actor, run.id, run.confirm);
}

async function applyPlanned(actor: User, id: string, confirm: number | null = null) {
  (await actor.call(applyRun, { params: { id }, body: { confirm } })).ok();
  await world.workOnRuns();
  const run = (await actor.call(getRun, { params: { id } })).ok();
  return { run, lines: await linesOf(actor, id) };
}

async function linesOf(actor: User, id: string) {
  return (await actor.call(listRunLines, { params: { id }, query: { limit: 500 } })).ok().lines;
}

const user = async (id: string) => (await world.ada.call(getUser, { params: { id } })).ok();

test('a bulk act shows its plan and then applies it, with an audit entry for each user', async () => {
  const [one, two] = [await newUser(), await newUser()];
  const run = await plan(world.ada, { act: 'deactivate' }, [one.id, two.id]);
  expect(run).toMatchObject({ state: 'planned', title: 'Deactivate 2 users', done: 2, confirm: null });
  expect(run.planned).toMatchObject({ deactivated: 2, rejected: 0 });
  expect((await linesOf(world.ada, run.id))[0]).toEqual({
    line: 1,
    subject: { id: one.id, name: one.full_name },
    planned: 'deactivated',
    result: null,
    reason: null,
    reasons: [],
    changes: [{ field: 'Status', before: 'Active', after: 'Inactive' }],
  });
  expect((await user(one.id)).is_active).toBe(true);
  const { run: done } = await applyPlanned(world.ada, run.id);
  expect(done).toMatchObject({ state: 'done', done: 2, applied: { deactivated: 2 }, can: { undo: true } });
  expect((await user(one.id)).is_active).toBe(false);
  const { entries } = (await world.ada.call(listAudit, { query: { limit: 2 } })).ok();
  expect(entries).toMatchObject([
    { action: 'user.deactivated', via: 'bulk', run_id: run.id, actor: { id: world.ada.id } },
    { action: 'user.deactivated', via: 'bulk', run_id: run.id },
  ]);
  // A manager sees the changes at their location, but not the run.
  const seen = (await mia.call(listAudit, { query: { user: one.id, limit: 1 } })).ok();
  expect(seen.entries).toMatchObject([{ action: 'user.deactivated', via: 'bulk', run_id: null }]);
  const again = await plan(world.ada, { act: 'deactivate' }, [one.id]);
  expect(again).toMatchObject({ planned: { unchanged: 1 }, can: { apply: false } });
  const { run: active } = await apply(world.ada, { act: 'activate' }, [one.id, two.id]);
  expect(active.applied).toMatchObject({ updated: 2 });
  expect((await user(one.id)).is_active).toBe(true);
});

test('a bulk act adds, removes and replaces roles and locations', async () => {
  const { employee, viewer } = world.roleIds;
  const { millRoad, airport } = world.locations;
  const { id } = await newUser();
  const changes = async (act: BulkActInput) => (await apply(world.ada, act, [id])).lines[0]?.changes;
  expect(await changes({ act: 'roles', add: [employee] })).toEqual([
    { field: 'Roles', before: null, after: 'employee' },
  ]);
  expect(await changes({ act: 'roles', add: [viewer], remove: [employee] })).toEqual([
    { field: 'Roles', before: 'employee', after: 'viewer' },
  ]);
  expect(await changes({ act: 'roles', replace: [employee, viewer] })).toEqual([
    { field: 'Roles', before: 'viewer', after: 'employee; viewer' },
  ]);
  expect(await changes({ act: 'locations', add: [airport.id] })).toEqual([
    { field: 'Locations', before: 'Mill Road', after: 'Airport; Mill Road' },
  ]);
  const remove = { act: 'locations' as const, remove: [millRoad.id] };
  expect(await changes(remove)).toEqual([
    { field: 'Locations', before: 'Airport; Mill Road', after: 'Airport' },
  ]);
  expect(await changes({ act: 'locations', replace: [] })).toEqual([
    { field: 'Locations', before: 'Airport', after: null },
  ]);
  expect(await user(id)).toMatchObject({ roles: [{ name: 'employee' }, { name: 'viewer' }], locations: [] });
});

test('users move from one location to another, and keep their other locations', async () => {
  const { millRoad, airport } = world.locations;
  const body = { name: 'Depot', address: '1 Depot', city: 'Troy', state: 'NY', zip: '12180' };
  const depot = (await world.ada.call(createLocation, { body })).ok();
  const [one, two] = [await newUser(), await newUser({ at: [millRoad, airport] })];
  const other = await newUser({ at: [airport] });
  const act = { act: 'locations' as const, add: [depot.id], remove: [millRoad.id] };
  const { run, lines: all } = await apply(world.ada, act, [one.id, two.id, other.id]);
  expect(run.title).toBe('Move 3 users from Mill Road to Depot');
  // Who is not at Mill Road is not moved.
  const [left, ...lines] = all.toReversed();
  expect(left).toMatchObject({ result: 'unchanged', subject: { id: other.id } });
  lines.reverse();
  expect(lines.map((line) => line.changes)).toEqual([
    [{ field: 'Locations', before: 'Mill Road', after: 'Depot' }],
    [{ field: 'Locations', before: 'Airport; Mill Road', after: 'Airport; Depot' }],
  ]);
});

test('a bulk act invites active users who have not joined', async () => {
  const fresh = await newUser();
  const inactive = await newUser();
  await apply(world.ada, { act: 'deactivate' }, [inactive.id]);
  const { lines } = await apply(world.ada, { act: 'invite' }, [fresh.id, inactive.id, mia.id]);
  expect(lines.map((line) => [line.result, line.reason])).toEqual([
    ['updated', null],
    ['rejected', 'This user is deactivated. Activate them before you invite them.'],
    ['unchanged', 'This user has joined already and signs in with a password of their own.'],
  ]);
  expect((await user(fresh.id)).invitation).toBe('invited');
});

test('locations are closed and opened again', async () => {
  const body = { name: 'Pier', address: '1 Pier', city: 'Troy', state: 'NY', zip: '12180' };
  const { id } = (await world.ada.call(createLocation, { body })).ok();
  const closed = await apply(world.ada, { act: 'close', closed_on: '2026-01-31' }, [id], 'locations');
  expect(closed.lines).toMatchObject([
    { result: 'updated', changes: [{ field: 'Closed on', before: null, after: '2026-01-31' }] },
  ]);
  const later = await apply(world.ada, { act: 'close', closed_on: '2999-01-01' }, [id], 'locations');
  expect(later.lines).toMatchObject([{ result: 'rejected', reason: reasons.closesLater }]);
  const { id: user } = await newUser();
  const assign = await apply(world.ada, { act: 'locations', add: [id] }, [user]);
  expect(assign.lines).toMatchObject([
    { result: 'rejected', reason: 'Pier is closed. Reopen it to assign users to it.' },
  ]);
  await apply(world.ada, { act: 'reopen' }, [id], 'locations');
  expect((await world.ada.call(getLocation, { params: { id } })).ok().closed_on).toBeNull();
});

test('locations are moved to a district, and an unknown one is refused', async () => {
  const district = (await world.ada.call(createDistrict, { body: { name: 'South' } })).ok();
  const { id } = world.locations.airport;
  const act = { act: 'district', district_id: district.id } as const;
  const { run, lines } = await apply(world.ada, act, [id], 'locations');
  expect(run.title).toBe('Move 1 location to South');
  expect(lines).toMatchObject([
    { result: 'updated', changes: [{ field: 'District', before: null, after: 'South' }] },
  ]);
  const out = await apply(world.ada, { act: 'district', district_id: null }, [id], 'locations');
  expect(out.run.title).toBe('Move 1 location out of their districts');
  expect((await world.ada.call(getLocation, { params: { id } })).ok().district_id).toBeNull();
  const unknown = { act: 'district', district_id: randomUUID() } as const;
  const body = { about: 'locations' as const, act: unknown, selection: { ids: [id] } };
  expect((await world.ada.call(createRun, { body })).problem()).toMatchObject({ status: 400 });
});

test('a run finds no users out of scope, and allows no more than the screens', async () => {
  const mine = await newUser();
  const shared = await newUser({ at: [world.locations.millRoad, world.locations.airport] });
  const hidden = await newUser({ at: [world.locations.airport] });
  const boss = await newUser({ roles: [world.roleIds.admin] });
  const ids = [mine.id, shared.id, hidden.id, randomUUID(), boss.id];
  const { run, lines } = await apply(mia, { act: 'deactivate' }, ids);
  expect(lines.map((line) => [line.subject.name, line.result, line.reason])).toEqual([
    [mine.full_name, 'deactivated', null],
    [shared.full_name, 'rejected', 'You can only manage users whose locations are all yours.'],
    [boss.full_name, 'rejected', 'This user has permissions that you do not have. Ask an administrator.'],
  ]);
  // Users out of scope and ids that never were are counted alike, and not stored.
  expect(run).toMatchObject({ left_out: 2, total: 3, applied: { deactivated: 1, rejected: 2 } });
  expect((await user(shared.id)).is_active).toBe(true);
  const foreign = { act: 'locations' as const, add: [world.locations.airport.id] };
  const refused = await mia.call(createRun, {
    body: { about: 'users', act: foreign, selection: { ids: [mine.id] } },
  });
  expect(refused.problem()).toMatchObject({ status: 400 });
  const high = await apply(mia, { act: 'roles', add: [world.roleIds.admin] }, [mine.id]);
  expect(high.lines[0]?.reason).toMatch(/^You cannot grant or revoke the role admin/);
});

test('a run changes nobody’s own access, and keeps the last administrator', async () => {
  const own = 'This is you. Ask somebody else to change your own access.';
  const deactivation = await apply(world.ada, { act: 'deactivate' }, [world.ada.id]);
  expect(deactivation.lines).toMatchObject([{ result: 'rejected', reason: own }]);
  const role = await apply(world.ada, { act: 'roles', remove: [world.roleIds.admin] }, [world.ada.id]);
  expect(role.lines).toMatchObject([{ result: 'rejected', reason: own }]);
  const bea = await world.newUser('Bea Boss', ['admin'], [], { password: 'long enough' });
  // An administrator without a password cannot sign in, so does not count.
  const abe = await world.newUser('Abe Admin', ['admin']);
  const cut = await plan(abe, { act: 'roles', remove: [world.roleIds.admin] }, [bea.id, world.ada.id]);
  expect(await linesOf(abe, cut.id)).toMatchObject([
    { planned: 'updated' },
    {
      ...{ planned: 'rejected' },
      reason: 'This is the last active administrator. Make someone else an administrator first.',
    },
  ]);
  for (const { id } of [bea, abe]) await world.ada.call(deleteUser, { params: { id } });
});

test('a row that changed since the preview is left as it is, and planned again by a retry', async () => {
  const [one, two] = [await newUser(), await newUser()];
  const run = await plan(world.ada, { act: 'deactivate' }, [one.id, two.id]);
  const params = { id: one.id };
  (await mia.call(updateUser, { params, body: { full_name: 'One Renamed' } })).ok();
  const { run: done, lines } = await applyPlanned(world.ada, run.id);
  expect(lines).toMatchObject([
    { result: 'changed', reason: 'Changed since the preview by Mia Manager' },
    { result: 'deactivated' },
  ]);
  expect(done).toMatchObject({ applied: { changed: 1, deactivated: 1 }, can: { retry: true } });
  (await world.ada.call(retryRun, { params: { id: run.id } })).ok();
  await world.workOnRuns();
  const planned = (await world.ada.call(getRun, { params: { id: run.id } })).ok();
  expect(planned).toMatchObject({ state: 'planned', planned: { deactivated: 1 }, applied: { changed: 0 } });
  const again = await applyPlanned(world.ada, run.id);
  expect(again.run).toMatchObject({ state: 'done', applied: { deactivated: 2, changed: 0 }, done: 2 });
});

test('a run that takes access from many users asks for their number', async () => {
  const users = await Promise.all(Array.from({ length: 6 }, () => newUser()));
  const ids = users.map(({ id }) => id);
  const run = await plan(mia, { act: 'deactivate' }, ids);
  expect(run.confirm).toBe(6);
  const params = { id: run.id };
  for (const confirm of [null, 5]) {
    const refused = (await mia.call(applyRun, { params, body: { confirm } })).problem();
    expect(refused).toMatchObject({
      status: 400,
      issues: [{ path: 'confirm', message: '6 users lose access. Type 6 to apply it.' }],
    });
  }
  const { run: done } = await applyPlanned(mia, run.id, 6);
  expect(done.applied.deactivated).toBe(6);
});

test('applyRun answers a repeated request with the run, and refuses one that is not planned', async () => {
  const { id } = await newUser();
  const run = await plan(world.ada, { act: 'deactivate' }, [id]);
  const params = { id: run.id };
  const replies = await Promise.all([1, 2, 3].map(() => world.ada.call(applyRun, { params, body: {} })));
  expect(replies.map((reply) => reply.ok().state)).toEqual(Array(3).fill('applying'));
  await world.workOnRuns();
  const body = { about: 'users' as const, act: { act: 'activate' as const }, selection: { ids: [id] } };
  const canceled = (await world.ada.call(createRun, { body })).ok();
  (await world.ada.call(cancelRun, { params: { id: canceled.id } })).ok();
  const refused = await world.ada.call(applyRun, { params: { id: canceled.id }, body: {} });
  expect(refused.problem()).toMatchObject({ status: 409, detail: 'This run is canceled.' });
  expect((await user(id)).is_active).toBe(false);
});
