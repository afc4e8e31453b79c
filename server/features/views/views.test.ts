import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAudit } from '../../../contract/audit.ts';
import { createDistrict, deleteDistrict } from '../../../contract/districts.ts';
import { viewsMaxCount } from '../../../contract/fields/limits.ts';
import { createRole, deleteRole } from '../../../contract/roles.ts';
import { deleteUser } from '../../../contract/users.ts';
import { createView, deleteView, listViews, updateView, type ViewInput } from '../../../contract/views.ts';
import { startWorld, type User, type World } from '../../testing/worlds/world.ts';

let world: World;
let mia: User;
beforeAll(async () => {
  world = await startWorld();
  mia = await world.newUser('Mia Manager', ['manager'], [world.locations.millRoad]);
});
afterAll(() => world.close());

const body = (name: string, rest: Partial<ViewInput> = {}) => ({
  ...{ list: 'users' as const, name, query: 'status=active' },
  ...rest,
});
const namesOf = async (user: User) =>
  (await user.call(listViews, {})).ok().views.map((view) => [view.name, view.is_own] as const);

test('a personal view is visible to its owner alone, who changes and deletes it', async () => {
  const view = (await mia.call(createView, { body: body(' Mine ') })).ok();
  expect(view).toMatchObject({
    name: 'Mine',
    query: 'status=active',
    is_shared: false,
    is_own: true,
    gone: [],
  });
  const params = { id: view.id };
  expect(await namesOf(mia)).toContainEqual(['Mine', true]);
  expect((await namesOf(world.ada)).map(([name]) => name)).not.toContain('Mine');
  expect((await world.ada.call(updateView, { params, body: { name: 'X' } })).problem().status).toBe(404);
  expect((await world.ada.call(deleteView, { params })).problem().status).toBe(404);
  const renamed = await mia.call(updateView, { params, body: { name: 'Ours', query: '' } });
  expect(renamed.ok()).toMatchObject({ name: 'Ours', query: '' });
  expect((await mia.call(deleteView, { params })).status).toBe(204);
  expect(await namesOf(mia)).toEqual([]);
});

test('a shared view is visible to readers of its list, and changed only with the permission to change roles', async () => {
  const view = (await world.ada.call(createView, { body: body('For all', { is_shared: true }) })).ok();
  const params = { id: view.id };
  expect(await namesOf(mia)).toContainEqual(['For all', false]);
  const nobody = await world.newUser('Nora Norole');
  expect(await namesOf(nobody)).toEqual([]);
  expect((await mia.call(updateView, { params, body: { name: 'X' } })).problem().status).toBe(403);
  expect((await mia.call(deleteView, { params })).problem().status).toBe(403);
  expect((await mia.call(createView, { body: body('X', { is_shared: true }) })).problem().status).toBe(403);
  const own = (await mia.call(createView, { body: body('Own') })).ok();
  const shared = await mia.call(updateView, { params: { id: own.id }, body: { is_shared: true } });
  expect(shared.problem().status).toBe(403);
  (await world.ada.call(updateView, { params, body: { name: 'For everybody' } })).ok();
  (await world.ada.call(updateView, { params, body: { is_shared: false } })).ok();
  expect((await namesOf(mia)).map(([name]) => name)).not.toContain('For everybody');
});

test('updateView says who changed a shared view and when, and overwrites nothing', async () => {
  const made = (await world.ada.call(createView, { body: body('Late', { is_shared: true }) })).ok();
  const params = { id: made.id };
  const other = await world.newUser('Otto Other', ['admin']);
  const edit = (user: User, name: string, seen: { updated_at: string }) =>
    user.call(updateView, { params, body: { name } }, { ifMatch: seen.updated_at });
  const first = (await edit(other, 'Later', made)).ok();
  expect((await edit(world.ada, 'Latest', made)).problem()).toMatchObject({
    status: 412,
    code: 'stale',
    detail: 'Otto Other changed this after you opened it. Nothing was overwritten.',
    changed: { by: 'Otto Other', at: first.updated_at },
  });
  // Repeated, as after a lost answer.
  expect((await edit(other, 'Later', made)).ok()).toEqual(first);
  expect((await edit(world.ada, 'Latest', first)).ok().name).toBe('Latest');
  (await world.ada.call(deleteView, { params })).ok();
});

test('only shared views are in the audit log', async () => {
  const personal = (await world.ada.call(createView, { body: body('Quiet') })).ok();
  (await world.ada.call(deleteView, { params: { id: personal.id } })).ok();
  const shared = (await world.ada.call(createView, { body: body('Loud', { is_shared: true }) })).ok();
  (await world.ada.call(updateView, { params: { id: shared.id }, body: { name: 'Louder' } })).ok();
  (await world.ada.call(deleteView, { params: { id: shared.id } })).ok();
  const { entries } = (await world.ada.call(listAudit, { query: { limit: 50 } })).ok();
  const sentences = entries.map((entry) => entry.sentence);
  expect(sentences.slice(0, 3)).toEqual([
    'Ada Owner deleted the shared view Louder',
    'Ada Owner edited the shared view Loud',
    'Ada Owner added the shared view Loud',
  ]);
  expect(sentences.join()).not.toContain('Quiet');
});

test('createView saves one view when the request is repeated, and no more than a user may have', async () => {
  const user = await world.newUser('Max Many', ['viewer'], []);
  const first = { ...body('First'), id: randomUUID() };
  const replies = await Promise.all([1, 2, 3].map(() => user.call(createView, { body: first })));
  expect(replies.map((reply) => reply.ok().id)).toEqual(Array(3).fill(first.id));
  for (let n = 1; n < viewsMaxCount; n++) (await user.call(createView, { body: body(`View ${n}`) })).ok();
  const refused = (await user.call(createView, { body: body('One more') })).problem();
  expect(refused).toMatchObject({ status: 409, title: 'Failed to save the view' });
});

test('a view names the role and the location that its filters no longer find', async () => {
  const role = { name: 'Night shift', permissions: ['users.read' as const] };
  const { id } = (await world.ada.call(createRole, { body: role })).ok();
  const query = `role=${id}&location=not:${world.locations.airport.id},none`;
  const view = (await world.ada.call(createView, { body: body('Nights', { query, is_shared: true }) })).ok();
  expect(view.gone).toEqual([]);
  const seen = async (user: User) =>
    (await user.call(listViews, {})).ok().views.find((one) => one.id === view.id)?.gone;
  // Mia is not assigned to the airport.
  expect(await seen(mia)).toEqual(['location']);
  (await world.ada.call(deleteRole, { params: { id } })).ok();
  expect(await seen(world.ada)).toEqual(['role']);
});

test.each([
  'users',
  'locations',
  'sales',
] as const)('a view of %s names the district that is gone', async (list) => {
  const { ada } = world;
  const made = await Promise.all(
    ['Gone', 'Stays'].map((name) => ada.call(createDistrict, { body: { name: `${name} ${list}` } })),
  );
  const [gone = '', stays = ''] = made.map((answer) => answer.ok().id);
  const query = `district=${gone},${stays}`;
  const view = (await ada.call(createView, { body: { list, name: 'North', query, is_shared: true } })).ok();
  expect(view.gone).toEqual([]);
  (await ada.call(deleteDistrict, { params: { id: gone } })).ok();
  const seen = async () => (await ada.call(listViews, {})).ok().views.find(({ id }) => id === view.id)?.gone;
  expect(await seen()).toEqual(['district']);
});

test('deleteUser deletes the personal views of the user and keeps the shared ones', async () => {
  const gus = await world.newUser('Gus Gone', ['admin']);
  (await gus.call(createView, { body: body('Gone with Gus') })).ok();
  (await gus.call(createView, { body: body('Stays', { is_shared: true }) })).ok();
  (await world.ada.call(deleteUser, { params: { id: gus.id } })).ok();
  expect(await namesOf(world.ada)).toContainEqual(['Stays', false]);
  const { rows } = await world.app.database.read
    .selectFrom('list_views')
    .select('name')
    .where('name', '=', 'Gone with Gus')
    .execute()
    .then((rows) => ({ rows }));
  expect(rows).toEqual([]);
});
