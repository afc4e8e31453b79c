import { afterAll, beforeAll, expect, test } from 'vitest';
import * as contract from '../../../../contract/runs.ts';
import { createUser, listUsers, updateUser } from '../../../../contract/users.ts';
import { upload } from '../../../testing/requests/upload.ts';
import { startWorld, type World } from '../../../testing/worlds/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const head = 'Employee number,Email,Full name,Phone,Store';

async function plan(lines: readonly string[], options: Partial<contract.ImportOptions> = {}) {
  const { id, file } = (await upload(world.ada, 'users', [head, ...lines].join('\n'))).ok();
  return planAgain(id, { mapping: file?.mapping ?? [], ...options });
}

async function planAgain(id: string, options: Partial<contract.ImportOptions>) {
  const body = { mapping: [], ...options };
  (await world.ada.call(contract.planImport, { params: { id }, body })).ok();
  await world.workOnRuns();
  return read(id);
}

async function read(id: string) {
  const run = (await world.ada.call(contract.getRun, { params: { id } })).ok();
  const { lines } = (await world.ada.call(contract.listRunLines, { params: { id }, query: {} })).ok();
  return { run, lines, said: lines.map((line) => [line.line, line.result ?? line.planned, line.reason]) };
}

async function apply({ id, confirm }: contract.Run) {
  (await world.ada.call(contract.applyRun, { params: { id }, body: { confirm } })).ok();
  await world.workOnRuns();
  return read(id);
}

const findUser = async (q: string) => (await world.ada.call(listUsers, { query: { q } })).ok().users[0];

const rows = [
  '901,ana@x.example,Ana Lopez,(518) 555-0101,Airport',
  '902,ben@x.example,Ben Ito,,Mill Road',
  '901,ANA@x.example,ANA  LOPEZ,518-555-0101,Mill Road',
  '901,,,N/A,Airport',
];
const together = 'Lines 2, 4 and 5 are one user, and read together.';
const follows = 'Read together with line 2, as one user.';

test('lines of one user are read together: what the preview says is applied, every line is in the result, and an undo takes it back', async () => {
  const { run, lines, said } = await plan(rows);
  expect(run.planned).toMatchObject({ created: 2, unchanged: 2, rejected: 0 });
  expect(said).toEqual([
    ...[
      [2, 'created', together],
      [3, 'created', null],
    ],
    ...[
      [4, 'unchanged', follows],
      [5, 'unchanged', follows],
    ],
  ]);
  expect(lines.map(({ subject }) => subject.name)).toEqual([
    'Ana Lopez',
    'Ben Ito',
    'Ana Lopez',
    'Ana Lopez',
  ]);
  expect(lines[0]?.changes).toContainEqual({ field: 'Locations', before: null, after: 'Airport; Mill Road' });
  const done = await apply(run);
  expect(done.said).toEqual(said);
  expect(done.lines.map(({ changes }) => changes)).toEqual(lines.map(({ changes }) => changes));
  const { airport, millRoad } = world.locations;
  const ana = await findUser('ana@x.example');
  expect(ana?.location_ids.toSorted()).toEqual([airport.id, millRoad.id].sort());
  const result = await (await world.ada.raw('GET', `/api/runs/${run.id}/result.csv`)).text();
  const cells = result
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.replaceAll('"', ''));
  expect(cells).toEqual([
    `${rows[0]},2,Added,${together}`,
    `${rows[1]},3,Added,`,
    `${rows[2]},4,No change,${follows}`,
    `${rows[3]},5,No change,${follows}`,
  ]);

  expect((await plan(rows)).run.planned).toMatchObject({ created: 0, updated: 0, unchanged: 4, rejected: 0 });
  const undo = (await world.ada.call(contract.undoRun, { params: { id: run.id }, body: {} })).ok();
  await world.workOnRuns();
  expect((await apply((await read(undo.id)).run)).run.applied).toMatchObject({ deleted: 2 });
  expect(await findUser('ana@x.example')).toBeUndefined();
});

test('a line that differs says in which cell, and without that column the lines are one user', async () => {
  const { run, said } = await plan([
    '911,cleo@x.example,Cleo Roy,555-0100,Airport',
    '911,cleo@x.example,Cleo Roy,555-0199,Mill Road',
  ]);
  const differs =
    "Lines 2 and 3 have the same employee number and email, but Phone is '555-0100' in line 2 and '555-0199' in line 3.";
  expect(said).toEqual([
    [2, 'rejected', differs],
    [3, 'rejected', differs],
  ]);
  const mapping = run.options?.mapping.map((column) => (column === 'phone' ? null : column)) ?? [];
  const without = await planAgain(run.id, { mapping });
  expect(without.run.planned).toMatchObject({ created: 1, unchanged: 1, rejected: 0 });
  const again = await planAgain(run.id, run.options ?? {});
  expect(again.said).toEqual(said);
});

test('what is wrong with one line keeps all lines of its user among those to fix', async () => {
  const { run, said } = await plan([
    '921,dana@x.example,Dana Osei,,Airport',
    '922,eli@x.example,Eli Novak,,Airport',
    '921,dana@x.example,Dana Osei,,Nowhere',
  ]);
  const wrong = "Locations: No location is called or numbered 'Nowhere'.";
  const see = 'The same user as line 2: see there.';
  expect(said).toEqual([
    [2, 'rejected', wrong],
    [3, 'created', null],
    [4, 'rejected', see],
  ]);
  await apply(run);
  const file = await world.ada.raw('GET', `/api/runs/${run.id}/result.csv?only=rejected`);
  const lines = (await file.text()).trim().split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[2]).toContain(`Nowhere,4,Skipped,${see}`);
});

test('a user whom somebody changed since the preview keeps all of their lines for another try', async () => {
  const body = { email: 'fay@x.example', full_name: 'Fay', employee_number: '931' };
  const fay = (await world.ada.call(createUser, { body })).ok();
  const { run } = await plan(['931,,,,Airport', '931,,,,Mill Road']);
  expect(run.planned).toMatchObject({ updated: 1, unchanged: 1 });
  (await world.ada.call(updateUser, { params: { id: fay.id }, body: { phone: '555' } })).ok();
  const done = await apply(run);
  expect(done.said).toEqual([
    [2, 'changed', 'Changed since the preview by Ada Owner'],
    [3, 'changed', 'The same user as line 2: see there.'],
  ]);
  expect(done.run).toMatchObject({ applied: { changed: 2, unchanged: 0 }, retryable: 2 });
  (await world.ada.call(contract.retryRun, { params: { id: run.id } })).ok();
  await world.workOnRuns();
  const second = await apply((await read(run.id)).run);
  expect(second.run.applied).toMatchObject({ updated: 1, unchanged: 1, changed: 0 });
  expect((await findUser('fay@x.example'))?.location_ids).toHaveLength(2);
});

test('more lines than a user can have locations are not read as one', async () => {
  const { run, said } = await plan(Array.from({ length: 1001 }, () => '941,gus@x.example,Gus,,Airport'));
  expect(run.planned).toMatchObject({ created: 0, rejected: 1001 });
  expect(said[0]?.[2]).toBe(
    'Lines 2, 3, 4 and 998 more have the same employee number and email. They are too many to be read as one. Write one line with the locations separated by semicolons.',
  );
});
