import { afterAll, beforeAll, expect, test } from 'vitest';
import { allPermissions } from '../../../../contract/access/permissions.ts';
import { createDistrict, type District } from '../../../../contract/districts.ts';
import { createLocation, listLocations as listStores } from '../../../../contract/locations.ts';
import * as contract from '../../../../contract/runs.ts';
import {
  createUser,
  getUser,
  getUserLocations,
  listUsers,
  replaceUserLocations,
  replaceUserRoles,
} from '../../../../contract/users.ts';
import { upload } from '../../../testing/requests/upload.ts';
import { ownRole } from '../../../testing/worlds/own-role.ts';
import { millRoad, startWorld, type User, type World } from '../../../testing/worlds/world.ts';

let world: World;
let north: District;
let south: District;
beforeAll(async () => {
  world = await startWorld();
  const { ada } = world;
  expect(await mappingOf('Email,Region')).toEqual(['email', null]);
  north = (await ada.call(createDistrict, { body: { name: 'North', number: '4' } })).ok();
  south = (await ada.call(createDistrict, { body: { name: 'South' } })).ok();
  for (const [name, { id: district_id }] of [
    ['North 1', north],
    ['North 2', north],
    ['South 1', south],
  ] as const)
    (await ada.call(createLocation, { body: { ...millRoad, name, district_id } })).ok();
});
afterAll(() => world.close());

const mappingOf = async (head: string) =>
  (await upload(world.ada, 'users', `${head}\nann@x.example`)).ok().file?.mapping;

async function plan(
  file: string,
  { actor = world.ada, ...options }: Partial<contract.ImportOptions> & { actor?: User },
) {
  const { id, file: facts } = (await upload(actor, 'users', file)).ok();
  const body = { mapping: facts?.mapping ?? [], ...options };
  (await actor.call(contract.planImport, { params: { id }, body })).ok();
  return after(id, actor);
}

async function after(id: string, actor: User) {
  await world.workOnRuns();
  const params = { id };
  const run = (await actor.call(contract.getRun, { params })).ok();
  const { lines } = (await actor.call(contract.listRunLines, { params, query: {} })).ok();
  return { run, lines };
}

async function apply({ id, confirm }: contract.Run, actor = world.ada) {
  (await actor.call(contract.applyRun, { params: { id }, body: { confirm } })).ok();
  return after(id, actor);
}

const newUser = async (email: string) =>
  (await world.ada.call(createUser, { body: { email, full_name: email } })).ok().id;
const namesOf = async (id: string) =>
  (await world.ada.call(getUser, { params: { id } })).ok().districts.map(({ name }) => name);
const give = (id: string, district_ids: string[], location_ids: string[] = []) =>
  world.ada.call(replaceUserLocations, { params: { id }, body: { location_ids, district_ids } });

test.each([
  ['Email,District', 'districts'],
  ['Email,Districts', 'districts'],
  ['Email,REGION', 'districts'],
  ['Email,Area', 'districts'],
  ['Email,Market', 'districts'],
  // It says where the store is. Only the head of an export gives the whole district.
  ['Email,Store,District', null],
  ['Email,Store,Region', null],
  ['Email,Locations,Districts', 'districts'],
])('a file of users with %s reads the last column as %s', async (head, column) => {
  expect((await mappingOf(head))?.at(-1)).toBe(column);
});

test('an import gives whole districts by name or number, says so before, and an undo takes them back', async () => {
  const [ann, ben] = [await newUser('ann@x.example'), await newUser('ben@x.example')];
  (await give(ben, [south.id])).ok();
  const file = [
    'Email,Full name,District',
    'ann@x.example,,4',
    'ben@x.example,,north',
    'new@x.example,New,"North; South"',
  ];
  const { run, lines } = await plan(file.join('\n'), {});
  const inNorth = 'North (2 locations today, and new ones)';
  const inSouth = 'South (1 location today, and new ones)';
  expect(
    lines.map(({ planned, changes }) => [planned, changes.at(-1 - Number(planned === 'created'))]),
  ).toEqual([
    ['updated', { field: 'Districts', before: null, after: inNorth }],
    ['updated', { field: 'Districts', before: inSouth, after: `${inNorth}; ${inSouth}` }],
    ['created', { field: 'Districts', before: null, after: `${inNorth}; ${inSouth}` }],
  ]);
  expect(await namesOf(ann)).toEqual([]);
  const applied = await apply(run);
  expect(applied.run.applied).toMatchObject({ created: 1, updated: 2, rejected: 0 });
  expect([await namesOf(ann), await namesOf(ben)]).toEqual([['North'], ['North', 'South']]);
  const added = await newcomer();
  expect(added?.location_ids).toHaveLength(3);
  expect((await plan(file.join('\n'), {})).run.planned).toMatchObject({ unchanged: 3 });

  const { id } = (await world.ada.call(contract.undoRun, { params: { id: run.id }, body: {} })).ok();
  const undo = await after(id, world.ada);
  expect(undo.lines.flatMap(({ changes }) => changes)).toContainEqual({
    ...{ field: 'Districts', before: inNorth, after: null },
  });
  expect((await apply(undo.run)).run.applied).toMatchObject({ updated: 2, deleted: 1 });
  expect([await namesOf(ann), await namesOf(ben)]).toEqual([[], ['South']]);
  expect(await newcomer()).toBeUndefined();
});

const newcomer = async () =>
  (await world.ada.call(listUsers, { query: { q: 'new@x.example' } })).ok().users[0];

test('a cell takes a district away with a minus, and replaces only where that was chosen', async () => {
  const id = await newUser('cleo@x.example');
  const given = [world.locations.airport.id];
  (await give(id, [north.id], given)).ok();
  const said = async (cell: string, options: Partial<contract.ImportOptions> = {}) => {
    const { run, lines } = await plan(`Email,Districts\ncleo@x.example,${cell}`, options);
    await apply(run);
    return [lines[0]?.planned, await namesOf(id)];
  };
  expect(await said('South')).toEqual(['updated', ['North', 'South']]);
  expect(await said('-North')).toEqual(['updated', ['South']]);
  expect(await said('North', { replace: ['districts'] })).toEqual(['updated', ['North']]);
  expect(await said('')).toEqual(['unchanged', ['North']]);
  expect(await said('', { blank_clears: ['districts'] })).toEqual(['updated', []]);
  const { locations } = (await world.ada.call(getUserLocations, { params: { id } })).ok();
  expect(locations.map((location) => location.id)).toEqual(given);
});

test('an unknown district is asked about once, rejects its line with a sentence, and gets a meaning', async () => {
  const id = await newUser('dora@x.example');
  const file = 'Email,Market\ndora@x.example,North 9; South';
  const { run, lines } = await plan(file, {});
  expect(lines).toMatchObject([
    { planned: 'rejected', reason: "Districts: No district is called or numbered 'North 9'." },
  ]);
  const asked = (await upload(world.ada, 'users', file)).ok();
  const query = { column: 'districts' as const, index: 1 };
  const { words } = (
    await world.ada.call(contract.listUnknownWords, { params: { id: asked.id }, query })
  ).ok();
  expect(words).toEqual([{ value: 'North 9', lines: 1, repair: null }]);
  const meanings = [{ column: 'districts' as const, value: 'North 9', means: north.id }];
  const body = { mapping: run.options?.mapping ?? [], meanings };
  (await world.ada.call(contract.planImport, { params: { id: run.id }, body })).ok();
  await apply((await after(run.id, world.ada)).run);
  expect(await namesOf(id)).toEqual(['North', 'South']);
});

test('an importer without the whole district is refused in the sentence of the dialog', async () => {
  const [store] = (await world.ada.call(listStores, { query: { q: 'North 1' } })).ok().locations;
  const lead = await world.newUser('Lea Lead', [], store ? [store] : []);
  const permissions = allPermissions.filter((permission) => permission !== 'locations.all');
  const role_ids = [await ownRole(world, 'Lead', permissions)];
  (await world.ada.call(replaceUserRoles, { params: { id: lead.id }, body: { role_ids } })).ok();
  const id = await newUser('eve@x.example');
  (await give(id, [], store ? [store.id] : [])).ok();
  const dialog = await lead.call(replaceUserLocations, {
    params: { id },
    body: { location_ids: store ? [store.id] : [], district_ids: [north.id] },
  });
  const file = 'Email,Districts\neve@x.example,North\neve2@x.example,South';
  const { run, lines } = await plan(file, { actor: lead });
  expect(lines.map(({ reason }) => reason)).toEqual([
    dialog.problem().detail,
    // It has none of their locations, so it does not exist for them.
    "Districts: No district is called or numbered 'South'. No user matches, and a new one needs Full name.",
  ]);
  expect(dialog.problem().detail).toMatch(
    /^You cannot give or take North: you do not have the whole district/,
  );
  expect(run.planned.rejected).toBe(2);
  (await give(lead.id, [north.id])).ok();
  const again = await plan(file, { actor: lead });
  await apply(again.run, lead);
  expect(await namesOf(id)).toEqual(['North']);
});

test('lines of one user add up their districts, and each says that it gives them whole', async () => {
  const id = await newUser('fay@x.example');
  const file =
    'Email,Store,District\nfay@x.example,North 1,North\nfay@x.example,South 1,South\nfay@x.example,North 2,North';
  const { run, lines } = await plan(file, { mapping: ['email', 'locations', 'districts'] });
  expect(lines.map(({ planned }) => planned)).toEqual(['updated', 'unchanged', 'unchanged']);
  expect(lines[0]?.changes).toEqual([
    { field: 'Locations', before: null, after: 'North 1; North 2; South 1' },
    {
      ...{ field: 'Districts', before: null },
      after: 'North (2 locations today, and new ones); South (1 location today, and new ones)',
    },
  ]);
  await apply(run);
  expect(await namesOf(id)).toEqual(['North', 'South']);
});

test('an exported file changes nothing when it is imported again', async () => {
  const id = await newUser('gus@x.example');
  (await give(id, [north.id, south.id], [world.locations.airport.id])).ok();
  const file = await (await world.ada.raw('GET', '/api/users/export.csv')).text();
  expect(file).toMatch(/gus@x\.example,.*,Airport,4; South,/);
  const { run } = await plan(file, {});
  expect(run.planned).toMatchObject({ unchanged: run.total, updated: 0, rejected: 0 });
  // Without the others: what the file does not say stays.
  const part = await (await world.ada.raw('GET', '/api/users/export.csv?columns=locations')).text();
  expect((await plan(part, {})).run.planned).toMatchObject({ unchanged: run.total });
});
