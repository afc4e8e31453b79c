import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cancelRun, createRun, getRun, listRunLines, listRuns } from '../../../contract/runs.ts';
import { startWorld, type User, type World } from '../../testing/worlds/world.ts';
import { purgeRuns } from './discard.service.ts';

let world: World;
let mia: User;
beforeAll(async () => {
  world = await startWorld();
  mia = await world.newUser('Mia Manager', ['manager'], [world.locations.millRoad]);
  await world.newUser('Eva Employee', ['employee'], [world.locations.millRoad]);
  await world.newUser('Otto Outside', ['employee'], [world.locations.airport]);
});
afterAll(() => world.close());

const deactivate = { about: 'users', act: { act: 'deactivate' } } as const;

test('createRun selects what the list of the actor shows, and names it', async () => {
  const run = (await mia.call(createRun, { body: { ...deactivate, selection: { query: 'q=e' } } })).ok();
  expect(run).toMatchObject({ kind: 'bulk', title: 'Deactivate 2 users', state: 'planning', total: 2 });
  const { lines } = (await mia.call(listRunLines, { params: { id: run.id }, query: {} })).ok();
  expect(lines.map((line) => line.subject.name)).toEqual(['Eva Employee', 'Mia Manager']);
});

test.each([
  ['status=gone', /^The list does not understand status: Must be active or inactive/],
  ['statuss=inactive', 'The list has no filter called statuss'],
  ['status[]=', 'The list has no filter called status[]'],
  ['staff=nobody', 'The list has no filter called staff'],
  ['/users?status=inactive', 'The list has no filter called /users?status'],
  ['status=active&status=inactive', /^The list does not understand status/],
  ['q=%00', 'The list does not understand q: Contains characters that cannot be stored'],
  ['q=%zz', 'The query of the list contains a % without a code'],
  ['limit=5', 'The list has no filter called limit'],
  ['q=nobodyatall', 'The selected users match no more'],
])('createRun refuses the query %s, which would select others than the actor saw', async (query, detail) => {
  const refused = (await mia.call(createRun, { body: { ...deactivate, selection: { query } } })).problem();
  expect(refused).toMatchObject({
    ...{ status: 400, title: 'Failed to prepare the changes' },
    detail: typeof detail === 'string' ? detail : expect.stringMatching(detail),
  });
});

test('createRun refuses rows that are all out of scope', async () => {
  const body = { ...deactivate, selection: { ids: [randomUUID()] } };
  expect((await mia.call(createRun, { body })).problem()).toMatchObject({
    ...{ status: 400, detail: 'The selected users do not exist, or are not at your locations' },
  });
});

test('createRun answers a repeated request with the first run', async () => {
  const body = { ...deactivate, id: randomUUID(), selection: { ids: [mia.id] } };
  const replies = await Promise.all([1, 2, 3].map(() => mia.call(createRun, { body })));
  expect(replies.map((reply) => reply.ok().id)).toEqual(Array(3).fill(body.id));
  expect((await mia.call(createRun, { body: { ...body, selection: { query: '' } } })).problem().status).toBe(
    409,
  );
});

test('a run is visible to its creator and to readers of the audit log with all locations', async () => {
  const { id } = (await mia.call(createRun, { body: { ...deactivate, selection: { query: 'q=eva' } } })).ok();
  const otto = await world.newUser('Olga Other', ['manager'], [world.locations.millRoad]);
  const hidden = (await otto.call(getRun, { params: { id } })).problem();
  const unknown = (await otto.call(getRun, { params: { id: randomUUID() } })).problem();
  expect({ ...hidden, request_id: '' }).toEqual({ ...unknown, request_id: '' });
  expect((await otto.call(listRuns, {})).ok().runs).toEqual([]);
  expect((await world.ada.call(getRun, { params: { id } })).ok()).toMatchObject({
    ...{ is_own: false, created_by: 'Mia Manager' },
    can: { apply: false, cancel: true },
  });
  expect((await world.ada.call(cancelRun, { params: { id } })).ok()).toMatchObject({ state: 'canceled' });
});

test('purgeRuns deletes runs after 90 days, with their lines', async () => {
  const { id } = (await mia.call(createRun, { body: { ...deactivate, selection: { query: 'q=eva' } } })).ok();
  const age = (days: number) =>
    world.app.database.write((tx) =>
      tx
        .updateTable('runs')
        .set({ created_at: new Date(Date.now() - days * 86_400_000).toISOString() })
        .where('id', '=', id)
        .execute(),
    );
  await age(89);
  await purgeRuns(world.app);
  expect((await mia.call(getRun, { params: { id } })).ok().id).toBe(id);
  await age(91);
  await purgeRuns(world.app);
  expect((await mia.call(getRun, { params: { id } })).problem().status).toBe(404);
  const lines = world.app.database.read.selectFrom('run_lines').select('line').where('run_id', '=', id);
  expect(await lines.execute()).toEqual([]);
});
