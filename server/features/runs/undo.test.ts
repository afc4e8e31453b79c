import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAudit } from '../../../contract/audit.ts';
import { createLocation, getLocation } from '../../../contract/locations.ts';
import { applyRun, createRun, getRun, listRunLines, undoRun } from '../../../contract/runs.ts';
import { createUser, getUser, updateUser } from '../../../contract/users.ts';
import { startWorld, type User, type World } from '../../testing/worlds/world.ts';

let world: World;
let mia: User;
beforeAll(async () => {
  world = await startWorld();
  mia = await world.newUser('Mia Manager', ['manager'], [world.locations.millRoad]);
});
afterAll(() => world.close());

async function newUsers(count: number) {
  const users = Array.from({ length: count }, async (_, index) => {
    const body = {
      ...{ email: `${randomUUID()}@northline.example`, full_name: `User ${index}` },
      location_ids: [world.locations.millRoad.id],
    };
    return (await world.ada.call(createUser, { body })).ok();
  });
  return Promise.all(users);
}

async function applyAct(actor: User, act: object, ids: string[], about: 'users' | 'locations' = 'users') {
  const body = { about, act: act as { act: 'invite' }, selection: { ids } };
  const { id } = (await actor.call(createRun, { body })).ok();
  await world.workOnRuns();
  return applyPlanned(actor, id);
}

async function undo(actor: User, id: string) {
  const run = (await actor.call(undoRun, { params: { id }, body: {} })).ok();
  await world.workOnRuns();
  return applyPlanned(actor, run.id);
}

async function applyPlanned(actor: User, id: string) {
  const params = { id };
  const { confirm } = (await actor.call(getRun, { params })).ok();
  (await actor.call(applyRun, { params, body: { confirm } })).ok();
  await world.workOnRuns();
  const run = (await actor.call(getRun, { params })).ok();
  return { run, lines: (await actor.call(listRunLines, { params, query: { limit: 500 } })).ok().lines };
}

const userOf = async (id: string) => (await world.ada.call(getUser, { params: { id } })).ok();

test('an undo restores what nobody changed since, and says who changed the rest', async () => {
  const users = await newUsers(5);
  const ids = users.map(({ id }) => id);
  const [renamed = '', moved = '', plain = ''] = ids;
  const { manager, employee } = world.roleIds;
  await applyAct(world.ada, { act: 'roles', add: [employee] }, ids);
  const { run } = await applyAct(world.ada, { act: 'roles', replace: [manager] }, ids);
  await mia.call(updateUser, { params: { id: renamed }, body: { full_name: 'Renamed' } });
  await applyAct(world.ada, { act: 'locations', replace: [world.locations.airport.id] }, [moved]);
  const undone = await undo(world.ada, run.id);
  expect(undone.run).toMatchObject({
    ...{ kind: 'undo', title: 'Undo: Change the roles of 5 users', state: 'done' },
    undo_of: { id: run.id, title: run.title },
    applied: { updated: 3, changed: 2 },
  });
  expect(undone.lines.slice(0, 3).map((line) => [line.result, line.reason])).toEqual([
    ['changed', 'Mia Manager changed this since'],
    ['changed', 'Ada Owner changed this since'],
    ['updated', null],
  ]);
  expect((await userOf(plain)).roles.map((role) => role.name)).toEqual(['employee']);
  expect((await userOf(renamed)).roles.map((role) => role.name)).toEqual(['manager']);
  const original = (await world.ada.call(getRun, { params: { id: run.id } })).ok();
  expect(original).toMatchObject({
    ...{ undone_by: { id: undone.run.id, ended_at: undone.run.ended_at }, pending_undo: null },
    can: { undo: false },
  });
  const twice = await world.ada.call(undoRun, { params: { id: run.id }, body: {} });
  expect(twice.problem()).toMatchObject({ status: 409, detail: 'This run is undone already.' });
  const { entries } = (await world.ada.call(listAudit, { query: { limit: 1 } })).ok();
  expect(entries).toMatchObject([{ via: 'undo', run_id: undone.run.id }]);
});

test('an undo that is asked for again, because no answer came, is the first one', async () => {
  const [user] = await newUsers(1);
  const { run } = await applyAct(world.ada, { act: 'deactivate' }, [user?.id ?? '']);
  const request = { params: { id: run.id }, body: { id: randomUUID() } };
  expect((await world.ada.call(undoRun, request)).ok()).toMatchObject({ id: request.body.id, total: 1 });
  expect((await world.ada.call(undoRun, request)).ok()).toMatchObject({ id: request.body.id, total: 1 });
  const other = await world.ada.call(undoRun, { params: { id: run.id }, body: {} });
  expect(other.problem()).toMatchObject({ status: 409, detail: 'An undo of this run is prepared already.' });
});

test('an undo of an undo does again what the first run did', async () => {
  const [user] = await newUsers(1);
  const id = user?.id ?? '';
  const first = await applyAct(world.ada, { act: 'deactivate' }, [id]);
  const second = await undo(world.ada, first.run.id);
  expect((await userOf(id)).is_active).toBe(true);
  await undo(world.ada, second.run.id);
  expect((await userOf(id)).is_active).toBe(false);
});

test('an undo cancels invitations, and opens locations that were closed', async () => {
  const [user] = await newUsers(1);
  const id = user?.id ?? '';
  const invited = await applyAct(world.ada, { act: 'invite' }, [id]);
  const { lines } = await undo(world.ada, invited.run.id);
  expect(lines).toMatchObject([
    { result: 'updated', changes: [{ field: 'Invitation', before: 'Invited', after: null }] },
  ]);
  expect((await userOf(id)).invitation).toBeNull();
  const body = { name: 'Quay', address: '1 Quay', city: 'Troy', state: 'NY', zip: '12180' };
  const location = (await world.ada.call(createLocation, { body })).ok();
  const close = { act: 'close', closed_on: '2026-01-31' };
  const closed = await applyAct(world.ada, close, [location.id], 'locations');
  await undo(world.ada, closed.run.id);
  expect((await world.ada.call(getLocation, { params: { id: location.id } })).ok().closed_on).toBeNull();
});

test('an undo of a deactivation says that the invitation is not restored', async () => {
  const [user] = await newUsers(1);
  const id = user?.id ?? '';
  await applyAct(world.ada, { act: 'invite' }, [id]);
  const { run, lines } = await applyAct(world.ada, { act: 'deactivate' }, [id]);
  expect(lines[0]?.changes).toEqual([
    { field: 'Status', before: 'Active', after: 'Inactive' },
    { field: 'Invitation', before: 'Invited', after: null },
  ]);
  expect((await userOf(id)).invitation).toBeNull();
  const reason =
    'The deactivation ended their invitation, which is not restored. Invite them again afterwards.';
  const undone = await undo(world.ada, run.id);
  expect(undone.lines).toMatchObject([{ planned: 'updated', result: 'updated', reason }]);
  expect(await userOf(id)).toMatchObject({ is_active: true, invitation: null });
});

test('an undo does only what its actor may do', async () => {
  const [user] = await newUsers(1);
  const id = user?.id ?? '';
  const { run } = await applyAct(mia, { act: 'deactivate' }, [id]);
  const viewer = await world.newUser('Vic Viewer', ['viewer'], [world.locations.millRoad]);
  const hidden = await viewer.call(undoRun, { params: { id: run.id }, body: {} });
  expect(hidden.problem().status).toBe(404);
  const undone = await undo(world.ada, run.id);
  expect(undone.run).toMatchObject({ is_own: true, applied: { updated: 1 } });
  expect((await mia.call(getRun, { params: { id: run.id } })).ok().undone_by?.id).toBe(undone.run.id);
  expect((await mia.call(getRun, { params: { id: undone.run.id } })).problem().status).toBe(404);
});
