import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allPermissions, type Permission } from '../../../contract/access/permissions.ts';
import { type AuditEntry, listAudit } from '../../../contract/audit.ts';
import * as contract from '../../../contract/runs.ts';
import { endSessionsOf } from '../../../contract/sessions.ts';
import { createUser, getUser, replaceUserRoles } from '../../../contract/users.ts';
import { createClient } from '../../testing/requests/client.ts';
import { upload } from '../../testing/requests/upload.ts';
import { ownRole } from '../../testing/worlds/own-role.ts';
import { startWorld, type User, type World } from '../../testing/worlds/world.ts';
import { purgeRuns } from './discard.service.ts';
import { workOnRuns } from './work/run-worker.service.ts';

let world: World;
let mia: User;
beforeAll(async () => {
  world = await startWorld();
  mia = await world.newUser('Mia Manager', ['manager'], [world.locations.millRoad], {
    password: 'long enough',
  });
});
afterAll(() => world.close());

async function newUsers(count: number): Promise<string[]> {
  const users = Array.from({ length: count }, async () => {
    const body = {
      ...{ email: `${randomUUID()}@northline.example`, full_name: 'User' },
      location_ids: [world.locations.millRoad.id],
    };
    return (await world.ada.call(createUser, { body })).ok().id;
  });
  return Promise.all(users);
}

async function start(actor: User, ids: string[], act: 'activate' | 'deactivate' = 'deactivate') {
  const body = { about: 'users' as const, act: { act }, selection: { ids } };
  return (await actor.call(contract.createRun, { body })).ok();
}

async function planned(actor: User, ids: string[], act?: 'activate' | 'deactivate') {
  const { id } = await start(actor, ids, act);
  await world.workOnRuns();
  return get(actor, id);
}

async function apply(actor: User, id: string) {
  const { confirm } = await get(actor, id);
  return (await actor.call(contract.applyRun, { params: { id }, body: { confirm } })).ok();
}

async function done(actor: User, ids: string[], act?: 'activate' | 'deactivate') {
  const { id } = await planned(actor, ids, act);
  await apply(actor, id);
  await world.workOnRuns();
  return get(actor, id);
}

const get = async (actor: User, id: string) => (await actor.call(contract.getRun, { params: { id } })).ok();
const undo = (actor: User, id: string) => actor.call(contract.undoRun, { params: { id }, body: {} });
const retry = (actor: User, id: string) => actor.call(contract.retryRun, { params: { id } });
const discard = (actor: User, id: string) => actor.call(contract.discardRun, { params: { id } });
const cancel = (actor: User, id: string) => actor.call(contract.cancelRun, { params: { id } });
const isActive = async (id: string) => (await world.ada.call(getUser, { params: { id } })).ok().is_active;

async function userWith(name: string, permissions: readonly Permission[]) {
  const id = await ownRole(world, name, permissions);
  const user = await world.newUser(`${name} User`);
  const params = { id: user.id };
  (await world.ada.call(replaceUserRoles, { params, body: { role_ids: [id] } })).ok();
  return user;
}

async function entriesOf(run_id: string): Promise<AuditEntry[]> {
  const { entries } = (await world.ada.call(listAudit, { query: { limit: 200 } })).ok();
  return entries.filter((entry) => entry.subject.id === run_id).reverse();
}

test('an undo that is only prepared undoes nothing, and can be discarded', async () => {
  const [user = ''] = await newUsers(1);
  const run = await done(world.ada, [user]);
  expect(run).toMatchObject({ undone_by: null, pending_undo: null, can: { undo: true }, expires_at: null });
  const first = (await undo(world.ada, run.id)).ok();
  expect(await get(world.ada, run.id)).toMatchObject({
    ...{ state: 'done', undone_by: null, pending_undo: { id: first.id, state: 'planning' } },
    can: { undo: false, retry: false },
  });
  expect((await undo(world.ada, run.id)).problem()).toMatchObject({
    ...{ status: 409, detail: 'An undo of this run is prepared already.' },
  });
  await world.workOnRuns();
  expect((await get(world.ada, run.id)).pending_undo).toEqual({ id: first.id, state: 'planned' });
  expect(await get(world.ada, first.id)).toMatchObject({
    ...{ undo_of: { id: run.id, title: run.title }, can: { discard: true, apply: true } },
    expires_at: expect.any(String),
  });
  expect((await discard(world.ada, first.id)).status).toBe(204);
  expect((await world.ada.call(contract.getRun, { params: { id: first.id } })).problem().status).toBe(404);
  expect((await discard(world.ada, first.id)).problem().status).toBe(404);
  expect((await get(world.ada, run.id)).can.undo).toBe(true);
  expect(await isActive(user)).toBe(false);
  const second = (await undo(world.ada, run.id)).ok();
  await world.workOnRuns();
  await apply(world.ada, second.id);
  expect((await get(world.ada, run.id)).pending_undo).toEqual({ id: second.id, state: 'applying' });
  await world.workOnRuns();
  const { ended_at } = await get(world.ada, second.id);
  expect(await get(world.ada, run.id)).toMatchObject({
    ...{ undone_by: { id: second.id, ended_at }, pending_undo: null, can: { undo: false } },
  });
});

test('a preview is discarded with its lines; a run that changed something stays', async () => {
  const ids = await newUsers(3);
  const preview = await planned(world.ada, ids);
  expect(preview.can).toEqual({ apply: true, cancel: false, discard: true, retry: false, undo: false });
  (await discard(world.ada, preview.id)).ok();
  await world.workOnRuns();
  const left = world.app.database.read
    .selectFrom('run_lines')
    .select('line')
    .where('run_id', '=', preview.id);
  expect(await left.execute()).toEqual([]);
  expect((await world.ada.call(contract.listRuns, {})).ok().runs.map(({ id }) => id)).not.toContain(
    preview.id,
  );
  const applied = await done(world.ada, ids);
  expect(applied.can.discard).toBe(false);
  expect((await discard(world.ada, applied.id)).problem()).toMatchObject({
    ...{ status: 409, detail: 'This run was applied, so it stays in the list. It can be undone.' },
  });
  const again = await planned(world.ada, ids, 'activate');
  await apply(world.ada, again.id);
  expect((await discard(world.ada, again.id)).problem()).toMatchObject({
    ...{ status: 409, detail: 'This run is being applied. Stop it first.' },
  });
  await world.workOnRuns();
});

test('a run that is not applied expires after a week, an applied one does not', async () => {
  const [one, two] = await newUsers(2);
  const preview = await planned(world.ada, [one ?? '']);
  const applied = await done(world.ada, [two ?? '']);
  const lives = Date.parse(preview.expires_at ?? '') - Date.parse(preview.created_at);
  expect(Math.round(lives / 60_000)).toBe(7 * 24 * 60);
  const age = (at: number) =>
    world.app.database.write((tx) =>
      tx
        .updateTable('runs')
        .set({ expires_at: new Date(at).toISOString() })
        .where('expires_at', 'is not', null)
        .execute(),
    );
  await age(Date.now() + 60_000);
  await purgeRuns(world.app);
  expect((await get(world.ada, preview.id)).state).toBe('planned');
  await age(Date.now() - 1);
  await purgeRuns(world.app);
  expect((await world.ada.call(contract.getRun, { params: { id: preview.id } })).problem().status).toBe(404);
  expect((await get(world.ada, applied.id)).state).toBe('done');
});

test('who may only read can neither stop, discard nor undo the runs of others', async () => {
  const reading = allPermissions.filter((one) => one.endsWith('.read') || one === 'locations.all');
  const reader = await userWith('Reader', reading);
  const ids = await newUsers(2);
  const preview = await planned(world.ada, ids);
  const none = { apply: false, cancel: false, discard: false, retry: false, undo: false };
  expect((await get(reader, preview.id)).can).toEqual(none);
  expect((await discard(reader, preview.id)).problem().status).toBe(403);
  await apply(world.ada, preview.id);
  expect((await get(reader, preview.id)).can).toEqual(none);
  expect((await cancel(reader, preview.id)).problem().status).toBe(403);
  await world.workOnRuns();
  expect((await get(reader, preview.id)).can).toEqual(none);
  expect((await undo(reader, preview.id)).problem().status).toBe(403);
  expect(await get(world.ada, preview.id)).toMatchObject({ state: 'done', can: { undo: true } });
  // Who may do the same may stop and undo it, but not apply it in the name of somebody else.
  const peer = await world.newUser('Pat Peer', ['admin']);
  const other = await planned(world.ada, ids, 'activate');
  expect((await get(peer, other.id)).can).toEqual({ ...none, discard: true });
  const params = { id: other.id };
  expect((await peer.call(contract.applyRun, { params, body: {} })).problem().status).toBe(403);
  (await discard(peer, other.id)).ok();
});

test('an undo that changed nothing does not count', async () => {
  const permissions = [
    'audit.read',
    'locations.all',
    'users.read',
    'users.update',
    'users.deactivate',
  ] as const;
  const helper = await userWith('Helper', permissions);
  const boss = await world.newUser('Bob Boss', ['admin']);
  const run = await done(world.ada, [boss.id]);
  const { id } = (await undo(helper, run.id)).ok();
  await world.workOnRuns();
  expect(await get(helper, id)).toMatchObject({ planned: { rejected: 1 }, can: { apply: false } });
  (await helper.call(contract.applyRun, { params: { id }, body: {} })).ok();
  await world.workOnRuns();
  expect(await get(helper, id)).toMatchObject({ state: 'done', applied: { rejected: 1 } });
  expect(await get(world.ada, run.id)).toMatchObject({
    undone_by: null,
    pending_undo: null,
    can: { undo: true },
  });
});

test('what happens to a run is in the audit log, with counts and without names', async () => {
  const ids = await newUsers(2);
  const run = await planned(world.ada, ids);
  await apply(world.ada, run.id);
  (await cancel(world.ada, run.id)).ok();
  (await retry(world.ada, run.id)).ok();
  await world.workOnRuns();
  await apply(world.ada, run.id);
  await world.workOnRuns();
  const { id } = (await undo(world.ada, run.id)).ok();
  await world.workOnRuns();
  (await discard(world.ada, id)).ok();
  const entries = await entriesOf(run.id);
  expect(entries.map(({ action, sentence, actor }) => [action, sentence, actor.name])).toEqual([
    ['run.planned', 'Ada Owner prepared “Deactivate 2 users”', 'Ada Owner'],
    ['run.applied', 'Ada Owner started to apply “Deactivate 2 users”', 'Ada Owner'],
    ['run.canceled', 'Ada Owner stopped “Deactivate 2 users”', 'Ada Owner'],
    ['run.retried', 'Ada Owner prepared “Deactivate 2 users” again', 'Ada Owner'],
    ['run.planned', 'Ada Owner prepared “Deactivate 2 users”', 'Ada Owner'],
    ['run.applied', 'Ada Owner started to apply “Deactivate 2 users”', 'Ada Owner'],
    ['run.undo_prepared', 'Ada Owner prepared the undo of “Deactivate 2 users”', 'Ada Owner'],
  ]);
  expect(entries[0]).toMatchObject({
    run_id: run.id,
    changes: [{ field: 'Lines', before: null, after: 'Will deactivate 2' }],
  });
  const last = (await entriesOf(id)).at(-1);
  expect(last?.sentence).toBe('Ada Owner discarded “Undo: Deactivate 2 users”, which had changed nothing');
});

test('each planned import leaves one entry, so that it is no quiet way to ask which emails exist', async () => {
  const { id } = (await upload(mia, 'users', `Email,Full name\n${world.ada.email},Ada\n`)).ok();
  const params = { id };
  (await mia.call(contract.planImport, { params, body: { mapping: ['email', 'full_name'] } })).ok();
  await world.workOnRuns();
  const entries = await entriesOf(id);
  expect(entries).toMatchObject([{ action: 'run.planned', actor: { name: 'Mia Manager' } }]);
  expect(entries[0]?.changes).toEqual([{ field: 'Lines', before: null, after: 'Needs a fix 1' }]);
});

test('a run that is undone is not tried again', async () => {
  const ids = await newUsers(3);
  const { id } = await planned(world.ada, ids);
  await apply(world.ada, id);
  let lines = 0;
  await workOnRuns(world.app, () => ++lines > 2);
  expect((await cancel(world.ada, id)).ok()).toMatchObject({
    retryable: expect.any(Number),
    can: { retry: true },
  });
  const undoing = (await undo(world.ada, id)).ok();
  expect((await retry(world.ada, id)).problem().detail).toBe(
    'An undo of this run is prepared. Discard the undo first.',
  );
  await world.workOnRuns();
  await apply(world.ada, undoing.id);
  await world.workOnRuns();
  expect((await get(world.ada, id)).can).toMatchObject({ retry: false, undo: false });
  expect((await retry(world.ada, id)).problem()).toMatchObject({
    ...{ status: 409, detail: 'This run is undone. Start a new one.' },
  });
});

test('a retry is offered only where it can help', async () => {
  const [user = ''] = await newUsers(1);
  const run = await planned(world.ada, [user, world.ada.id]);
  await apply(world.ada, run.id);
  await world.workOnRuns();
  expect(await get(world.ada, run.id)).toMatchObject({
    ...{ applied: { deactivated: 1, rejected: 1 }, retryable: 0, can: { retry: false } },
  });
  expect((await retry(world.ada, run.id)).problem()).toMatchObject({
    ...{ status: 409, detail: expect.stringContaining('Trying again would end the same.') },
  });
});

test('a retry of an import whose columns were never chosen asks for them', async () => {
  const { id } = (await upload(world.ada, 'users', 'Email,Full name\nida@x.example,Ida\n')).ok();
  // An earlier version canceled such a run.
  const changes = { state: 'canceled', ended_at: new Date().toISOString(), retryable: 1 } as const;
  await world.app.database.write((tx) => tx.updateTable('runs').set(changes).where('id', '=', id).execute());
  expect((await retry(world.ada, id)).ok()).toMatchObject({ state: 'mapping', ended_at: null });
  await world.workOnRuns();
  const params = { id };
  (await world.ada.call(contract.planImport, { params, body: { mapping: ['email', 'full_name'] } })).ok();
  await world.workOnRuns();
  expect(await get(world.ada, id)).toMatchObject({ state: 'planned', planned: { created: 1 } });
  (await discard(world.ada, id)).ok();
});

test('a run ends with the session that started it, and goes on in another one', async () => {
  const ids = await newUsers(8);
  const { id } = await planned(mia, ids);
  await apply(mia, id);
  let lines = 0;
  await workOnRuns(world.app, () => ++lines > 3);
  (await world.ada.call(endSessionsOf, { params: { id: mia.id } })).ok();
  await world.workOnRuns();
  const stopped = await get(world.ada, id);
  expect(stopped).toMatchObject({
    ...{ state: 'failed', problem: 'Stopped: the session that started it has ended. Sign in and try again.' },
    retryable: 8 - stopped.applied.deactivated,
  });
  expect(stopped.applied.deactivated).toBeLessThan(8);
  expect((await entriesOf(id)).at(-1)).toMatchObject({
    action: 'run.failed',
    sentence: `“${stopped.title}” stopped by itself: ${stopped.problem}`,
  });
  const answer = await world.nobody.raw('POST', '/auth/v1/token?grant_type=password', {
    email: mia.email,
    password: 'long enough',
  });
  const { access_token } = (await answer.json()) as { access_token: string };
  mia = { ...mia, ...createClient(world.url, access_token), token: access_token };
  (await retry(mia, id)).ok();
  await world.workOnRuns();
  await apply(mia, id);
  await world.workOnRuns();
  expect(await get(mia, id)).toMatchObject({ state: 'done', applied: { deactivated: 8 } });
});

test('planning ends with its session, too', async () => {
  const pia = await world.newUser('Pia Planner', ['manager'], [world.locations.millRoad]);
  const { id } = await start(pia, await newUsers(2));
  (await world.ada.call(endSessionsOf, { params: { id: pia.id } })).ok();
  await world.workOnRuns();
  expect(await get(world.ada, id)).toMatchObject({
    state: 'failed',
    planned: { deactivated: 0 },
    retryable: 2,
  });
});

test('a user has at most 20 runs that are not applied', async () => {
  const many = await world.newUser('Max Many', ['manager'], [world.locations.millRoad]);
  const ids = await newUsers(1);
  const runs = await Promise.all(Array.from({ length: 20 }, () => start(many, ids)));
  const body = { about: 'users', act: { act: 'deactivate' }, selection: { ids } } as const;
  expect((await many.call(contract.createRun, { body })).problem()).toMatchObject({
    ...{
      status: 409,
      detail: expect.stringMatching(/^20 of your imports and bulk changes are not applied yet/),
    },
  });
  expect((await upload(many, 'users', 'Email\na@x.example\n')).problem().status).toBe(409);
  (await discard(many, runs[0]?.id ?? '')).ok();
  await start(many, ids);
});

test('the twentieth of them can be asked for again, and its file replaced', async () => {
  const user = await world.newUser('Twenty Tess', ['manager'], [world.locations.millRoad]);
  const [id = ''] = await newUsers(1);
  for (let count = 0; count < 18; count++) await start(user, [id]);
  const act = { about: 'users' as const, act: { act: 'deactivate' as const }, selection: { ids: [id] } };
  const body = { id: randomUUID(), ...act };
  for (const _ of ['first', 'again'])
    expect((await user.call(contract.createRun, { body })).ok().id).toBe(body.id);
  const file = randomUUID();
  for (const name of ['first.csv', 'again.csv'])
    expect((await upload(user, 'users', 'Email\na@x.example', { id: file, name })).ok().file?.name).toBe(
      name,
    );
});

test('of many runs that a user begins at once, 20 begin', async () => {
  const quick = await world.newUser('Quinn Quick', ['manager'], [world.locations.millRoad]);
  const ids = await newUsers(1);
  const body = { about: 'users', act: { act: 'deactivate' }, selection: { ids } } as const;
  const begun = await Promise.all(Array.from({ length: 30 }, () => quick.call(contract.createRun, { body })));
  expect(begun.filter(({ status }) => status === 200)).toHaveLength(20);
  expect(begun.filter(({ status }) => status === 409)).toHaveLength(10);
  const { runs } = (await quick.call(contract.listRuns, {})).ok();
  expect(runs).toHaveLength(20);
});

test('stopped previews do not count to the 20 runs; the oldest of them make room', async () => {
  const careful = await world.newUser('Cara Careful', ['manager'], [world.locations.millRoad]);
  const ids = await newUsers(1);
  const stopped: string[] = [];
  for (let index = 0; index < 21; index++) {
    const { id } = await start(careful, ids);
    (await cancel(careful, id)).ok();
    stopped.push(id);
  }
  const listed = async () => (await careful.call(contract.listRuns, {})).ok().runs.map(({ id }) => id);
  expect((await listed()).sort()).toEqual(stopped.slice(1).sort());
  const waiting = await start(careful, ids);
  expect((await listed()).sort()).toEqual([...stopped.slice(2), waiting.id].sort());
});

test('the title of a run is one line of limited length', async () => {
  const name = `a\nb\u2028c${'x'.repeat(230)}.csv`;
  const { title } = (await upload(world.ada, 'users', 'Email\na@x.example\n', { name })).ok();
  expect(title).toMatch(/^Import users from a b cx+…$/);
  expect(title).toHaveLength(200);
});
