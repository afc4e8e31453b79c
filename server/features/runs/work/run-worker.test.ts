import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { applyRun, cancelRun, createRun, getRun, listRunLines } from '../../../../contract/runs.ts';
import { createUser, getUser, replaceUserRoles, updateUser } from '../../../../contract/users.ts';
import { startTestApp, type TestApp } from '../../../testing/worlds/test-app.ts';
import { startWorld, type User, type World } from '../../../testing/worlds/world.ts';
import { workOnRuns } from './run-worker.service.ts';

let world: World;
/** A second process on the same database, 5 seconds ahead: for it, the lease of a killed process has ended. */
let other: TestApp;
beforeAll(async () => {
  world = await startWorld();
  const { data_dir, database_url } = world.app.config;
  other = await startTestApp({
    reuse: { dataDir: data_dir, ...(database_url && { databaseUrl: database_url }) },
    now: () => new Date(Date.now() + 5_000),
  });
});
afterAll(async () => {
  await other.close();
  await world.close();
});

async function newUsers(count: number): Promise<string[]> {
  const users = Array.from({ length: count }, async () => {
    const body = { email: `${randomUUID()}@northline.example`, full_name: 'User' };
    return (await world.ada.call(createUser, { body })).ok().id;
  });
  return Promise.all(users);
}

/** Runs that are planned and wait for a process to apply them. */
async function applying(actor: User, ...selected: string[][]) {
  const runs: string[] = [];
  for (const ids of selected) {
    const body = { about: 'users' as const, act: { act: 'deactivate' as const }, selection: { ids } };
    runs.push((await actor.call(createRun, { body })).ok().id);
  }
  await world.workOnRuns();
  for (const id of runs) {
    const { confirm } = await get(actor, id);
    (await actor.call(applyRun, { params: { id }, body: { confirm } })).ok();
  }
  return runs as [string, ...string[]];
}

const get = async (actor: User, id: string) => (await actor.call(getRun, { params: { id } })).ok();

/** Stops the process of `world` after this many lines, as if it was killed. */
function killAfter(lines: number) {
  const { database } = world.app;
  const { write } = database;
  let count = 0;
  // On a busy machine the turn of the run could end, and its lease be given back, before this many lines.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  const writes = vi.spyOn(database, 'write').mockImplementation((work) => {
    // The first one takes the run.
    if (count++ > lines) throw new Error('killed');
    return write(work);
  });
  return () => {
    clock.mockRestore();
    writes.mockRestore();
  };
}

async function entriesOf(run_id: string) {
  return world.app.database.read
    .selectFrom('audit_entries')
    .select('subject_id')
    .where('run_id', '=', run_id)
    .where('subject_type', '=', 'user')
    .execute();
}

test('a run goes on in another process when its own is killed, and does each line once', async () => {
  const ids = await newUsers(12);
  const [run] = await applying(world.ada, ids);
  const revive = killAfter(5);
  await expect(world.workOnRuns()).rejects.toThrow('killed');
  revive();
  expect((await get(world.ada, run)).state).toBe('applying');
  const applied = () => entriesOf(run).then((entries) => entries.length);
  const before = await applied();
  expect(before).toBeGreaterThan(1);
  // Its lease has not ended.
  await world.workOnRuns();
  expect(await applied()).toBe(before);
  await other.workOnRuns();
  expect(await get(world.ada, run)).toMatchObject({
    ...{ state: 'done', done: 12 },
    applied: { deactivated: 12, unchanged: 0 },
  });
  expect((await entriesOf(run)).map((entry) => entry.subject_id).sort()).toEqual([...ids].sort());
});

test('two processes on two runs finish both, and apply no line twice', async () => {
  const [one, two] = [await newUsers(60), await newUsers(60)];
  const runs = await applying(world.ada, one, two);
  const isDone = async (id: string) => (await get(world.ada, id)).state === 'done';
  // A process that finds both runs taken waits for the next time.
  while (!(await Promise.all(runs.map(isDone))).every(Boolean))
    await Promise.all([world.workOnRuns(), other.workOnRuns(), world.workOnRuns(), other.workOnRuns()]);
  for (const [index, ids] of [one, two].entries()) {
    const id = runs[index] ?? '';
    expect(await get(world.ada, id)).toMatchObject({ state: 'done', applied: { deactivated: 60 } });
    expect((await entriesOf(id)).map((entry) => entry.subject_id).sort()).toEqual([...ids].sort());
  }
});

test('runs advance in turns, so that a short one does not wait for a long one', async () => {
  const [long, short] = [await newUsers(120), await newUsers(2)];
  const [first, second = ''] = await applying(world.ada, long, short);
  let lines = 0;
  await workOnRuns(world.app, () => ++lines > 110);
  expect((await get(world.ada, second)).state).toBe('done');
  expect((await get(world.ada, first)).state).toBe('applying');
  await world.workOnRuns();
  expect((await get(world.ada, first)).state).toBe('done');
});

test('a canceled run keeps its applied lines, and applies no more', async () => {
  const ids = await newUsers(30);
  const [run] = await applying(world.ada, ids);
  let lines = 0;
  await workOnRuns(world.app, () => ++lines > 10);
  const canceled = (await world.ada.call(cancelRun, { params: { id: run } })).ok();
  expect(canceled.state).toBe('canceled');
  await world.workOnRuns();
  const after = await get(world.ada, run);
  expect(after).toMatchObject({ state: 'canceled', can: { undo: true, cancel: false } });
  expect(after.applied.deactivated).toBe(after.done);
  const { lines: all } = (
    await world.ada.call(listRunLines, { params: { id: run }, query: { limit: 500 } })
  ).ok();
  expect(all.filter((line) => line.result === 'deactivated')).toHaveLength(after.done);
  expect(after.done).toBeLessThan(30);
});

test('a run checks the permissions for each line, and ends when its actor is deactivated', async () => {
  const gus = await world.newUser('Gus Gone', ['admin']);
  const ids = await newUsers(6);
  const [run] = await applying(gus, ids);
  let lines = 0;
  await workOnRuns(world.app, () => ++lines > 3);
  const params = { id: gus.id };
  const body = { role_ids: [world.roleIds.viewer] };
  (await world.ada.call(replaceUserRoles, { params, body })).ok();
  await workOnRuns(world.app, () => ++lines > 9);
  (await world.ada.call(updateUser, { params, body: { is_active: false } })).ok();
  await world.workOnRuns();
  const failed = await get(world.ada, run);
  expect(failed).toMatchObject({ state: 'failed', can: { undo: true } });
  expect(failed.problem).toMatch(/^Gus Gone can no longer sign in/);
  expect(failed.applied.deactivated + failed.applied.rejected).toBe(failed.done);
  expect(failed.applied.rejected).toBeGreaterThan(0);
  const active = await Promise.all(
    ids.map(async (id) => (await world.ada.call(getUser, { params: { id } })).ok().is_active),
  );
  expect(active.filter((isActive) => !isActive)).toHaveLength(failed.applied.deactivated);
});

test('a run that throws twice has failed, and the runs after it go on', async () => {
  const [bad, good] = [await newUsers(1), await newUsers(1)];
  const start = async (ids: string[]) => {
    const body = { about: 'users' as const, act: { act: 'deactivate' as const }, selection: { ids } };
    return (await world.ada.call(createRun, { body })).ok().id;
  };
  const [broken, whole] = [await start(bad), await start(good)];
  await world.app.database.write((tx) =>
    tx.updateTable('run_lines').set({ asked: '{' }).where('run_id', '=', broken).execute(),
  );
  await world.workOnRuns();
  expect((await get(world.ada, whole)).state).toBe('planned');
  expect((await get(world.ada, broken)).state).toBe('planning');
  // The fault is not repeated at once.
  await world.workOnRuns();
  expect((await get(world.ada, broken)).state).toBe('planning');
  await other.workOnRuns();
  expect(await get(world.ada, broken)).toMatchObject({
    state: 'failed',
    problem: 'Stopped: something went wrong on the server. Try again, or ask your administrator.',
    can: { retry: true, discard: true },
  });
});

test('after an outage of the database, a run goes on at once in the process that has it', async () => {
  const ids = await newUsers(6);
  const [run] = await applying(world.ada, ids);
  const { database } = world.app;
  const { write } = database;
  let count = 0;
  const writes = vi.spyOn(database, 'write').mockImplementation((work) => {
    if (count++ < 4) return write(work);
    return Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }));
  });
  await expect(world.workOnRuns()).rejects.toThrow('ECONNREFUSED');
  await expect(world.workOnRuns()).rejects.toThrow('ECONNREFUSED');
  writes.mockRestore();
  expect((await get(world.ada, run)).state).toBe('applying');
  await world.workOnRuns();
  expect(await get(world.ada, run)).toMatchObject({ state: 'done', applied: { deactivated: 6 } });
  expect((await entriesOf(run)).map((entry) => entry.subject_id).sort()).toEqual([...ids].sort());
});

test('work that takes longer than a lease keeps it', async () => {
  const ids = await newUsers(2);
  const [run] = await applying(world.ada, ids);
  const { database } = world.app;
  const { write } = database;
  let isSlow = true;
  const slow = vi.spyOn(database, 'write').mockImplementation(async (work) => {
    // The second change is a line; the renewals of the lease are not held up.
    if (isSlow && slow.mock.calls.length === 2) {
      isSlow = false;
      await setTimeout(2_500);
    }
    return write(work);
  });
  const before = Date.now();
  const working = world.workOnRuns();
  await setTimeout(2_000);
  const { leased_until } = await database.read
    .selectFrom('runs')
    .select('leased_until')
    .where('id', '=', run)
    .executeTakeFirstOrThrow();
  expect(Date.parse(leased_until ?? '')).toBeGreaterThan(before + 5_500);
  await working;
  slow.mockRestore();
  expect((await get(world.ada, run)).state).toBe('done');
});
