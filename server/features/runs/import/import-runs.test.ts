import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { reasons } from '../../../../contract/access/reasons.ts';
import type { ImportColumn } from '../../../../contract/files/import-columns.ts';
import { sendInvitation } from '../../../../contract/invitations.ts';
import { listLocations } from '../../../../contract/locations.ts';
import { applyRun, getRun, listRunLines, planImport, retryRun, undoRun } from '../../../../contract/runs.ts';
import { createUser, deleteUser, getUser, listUsers, updateUser } from '../../../../contract/users.ts';
import { upload } from '../../../testing/requests/upload.ts';
import { signInAs } from '../../../testing/worlds/sign-in-as.ts';
import { startWorld, type User, type World } from '../../../testing/worlds/world.ts';

let world: World;
let mia: User;
beforeAll(async () => {
  world = await startWorld();
  mia = await world.newUser('Mia Manager', ['manager'], [world.locations.millRoad]);
});
afterAll(() => world.close());

type Columns = (ImportColumn | null)[];

/** Uploads the lines and plans them. */
async function plan(
  actor: User,
  about: 'users' | 'locations',
  mapping: Columns,
  lines: string[],
  deactivate_missing = false,
) {
  const headers = mapping.map((column, index) => column ?? `Other ${index}`);
  const file = [headers.join(','), ...lines].join('\n');
  const { id } = (await upload(actor, about, file)).ok();
  const body = { mapping, deactivate_missing };
  (await actor.call(planImport, { params: { id }, body })).ok();
  return planned(actor, id);
}

async function planned(actor: User, id: string) {
  await world.workOnRuns();
  return { run: (await actor.call(getRun, { params: { id } })).ok(), lines: await linesOf(actor, id) };
}

async function linesOf(actor: User, id: string) {
  return (await actor.call(listRunLines, { params: { id }, query: { limit: 500 } })).ok().lines;
}

async function apply(actor: User, id: string, confirm: number | null = null) {
  (await actor.call(applyRun, { params: { id }, body: { confirm } })).ok();
  return planned(actor, id);
}

async function undo(actor: User, id: string) {
  const { id: undoing } = (await actor.call(undoRun, { params: { id }, body: {} })).ok();
  await world.workOnRuns();
  return apply(actor, undoing);
}

const findUser = async (q: string) => (await world.ada.call(listUsers, { query: { q } })).ok().users[0];

describe('new rows that share a transaction', () => {
  const emails = (word: string) => Array.from({ length: 20 }, (_, index) => `${word}${index}@x.example`);
  const groupSize = () => (world.app.database.dialect === 'sqlite' ? 1 : 8);

  /** Applied with `beside` in the middle. The fourth is refused, and the others are there. */
  async function applyBut(fourth: string, word: string, beside: () => () => unknown) {
    const rows = emails(word).map((email) => `${email},Shared ${word},employee,Mill Road`);
    const columns: Columns = ['email', 'full_name', 'roles', 'locations'];
    const { run } = await plan(world.ada, 'users', columns, rows);
    (await world.ada.call(applyRun, { params: { id: run.id }, body: { confirm: null } })).ok();
    const restore = beside();
    const { lines } = await planned(world.ada, run.id);
    await restore();
    expect(lines.map(({ result }) => result).toSpliced(3, 1)).toEqual(Array(19).fill('created'));
    expect(lines[3]).toMatchObject({ result: 'rejected', reason: expect.stringContaining(fourth) });
    const { users } = (await world.ada.call(listUsers, { query: { q: `Shared ${word}` } })).ok();
    expect(users).toHaveLength(19);
    const [mill, employee] = [world.locations.millRoad.id, world.roleIds.employee];
    for (const user of users) expect(user).toMatchObject({ role_ids: [employee], location_ids: [mill] });
    const changes = await world.app.database.read
      .selectFrom('changes')
      .innerJoin('audit_entries', 'audit_entries.id', 'changes.audit_id')
      .select('seq')
      .where('run_id', '=', run.id)
      .where('subject_type', '=', 'user')
      .execute();
    return new Set(changes.map(({ seq }) => seq)).size;
  }

  test('are decided in it: an email that was taken in the last moment is refused, and nothing else', async () => {
    const taken = { email: emails('shore')[3] ?? '', full_name: 'First Ferry' };
    const transactions = await applyBut('email', 'shore', () =>
      beforeWrite(2, () => world.ada.call(createUser, { body: taken })),
    );
    expect(transactions).toBe(groupSize() === 1 ? 19 : Math.ceil(20 / groupSize()));
  });

  test('are applied each on its own when one of them cannot be written', async () => {
    const { database } = world.app;
    const run = (...statements: string[]) =>
      database.write(async (tx) => {
        for (const statement of statements) await sql.raw(statement).execute(tx);
      });
    const when = `new.email = '${emails('shoal')[3]}'`;
    if (database.dialect === 'sqlite')
      await run(
        `create trigger refuse before insert on users when ${when} begin select raise(abort, 'refused'); end`,
      );
    else
      await run(
        "create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$",
        `create trigger refuse before insert on users for each row when (${when}) execute function refuse()`,
      );
    const drop = database.dialect === 'sqlite' ? 'drop trigger refuse' : 'drop function refuse cascade';
    const transactions = await applyBut('Something went wrong', 'shoal', () => () => run(drop));
    expect(transactions).toBe(groupSize() - 1 + Math.ceil(20 / groupSize()) - 1);
  });
});

/** Does something right before the transaction of this number. */
function beforeWrite(number: number, work: () => Promise<unknown>): () => void {
  const { database } = world.app;
  const { write } = database;
  let count = 0;
  const spy = vi.spyOn(database, 'write').mockImplementation(async (change) => {
    count += 1;
    if (count === number) await work();
    return write(change);
  });
  return () => spy.mockRestore();
}

test('an import creates and changes users with roles and locations, and finds nothing to do the second time', async () => {
  const columns: Columns = ['employee_number', 'email', 'full_name', 'phone', 'roles', 'locations'];
  const rows = [
    '007,ann@x.example,Ann Apple,555-0100,employee; viewer,Mill Road',
    '008,ben@x.example,Ben Berry,,employee,Airport',
  ];
  const { run, lines } = await plan(world.ada, 'users', columns, rows);
  expect(run).toMatchObject({ state: 'planned', planned: { created: 2 }, total: 2 });
  expect(lines[0]).toMatchObject({
    ...{ line: 2, subject: { id: null, name: 'Ann Apple' }, planned: 'created' },
    changes: [
      { field: 'Email', before: null, after: 'ann@x.example' },
      { field: 'Full name', before: null, after: 'Ann Apple' },
      { field: 'Phone', before: null, after: '555-0100' },
      { field: 'Employee number', before: null, after: '007' },
      { field: 'Roles', before: null, after: 'employee; viewer' },
      { field: 'Locations', before: null, after: 'Mill Road' },
      { field: 'Status', before: null, after: 'Active' },
    ],
  });
  expect((await apply(world.ada, run.id)).run).toMatchObject({ state: 'done', applied: { created: 2 } });
  expect(await findUser('ann@x.example')).toMatchObject({
    employee_number: '007',
    role_ids: expect.arrayContaining([world.roleIds.employee, world.roleIds.viewer]),
    location_ids: [world.locations.millRoad.id],
  });
  const again = await plan(world.ada, 'users', columns, rows);
  expect(again.run).toMatchObject({
    planned: { created: 0, updated: 0, unchanged: 2 },
    can: { apply: false },
  });
});

test('every line whose key stands twice in the file is rejected, also beside lines with other faults', async () => {
  const columns: ImportColumn[] = ['id', 'employee_number', 'email', 'full_name', 'roles'];
  const between = Array.from({ length: 80 }, (_, n) => `,,between-${n}@x.example,Between,`);
  const { run, lines } = await plan(world.ada, 'users', columns, [
    ',21,cleo@x.example,Cleo,Astronaut',
    ',22,CLEO@x.example,Cleo Again,',
    ',２１,dan@x.example,Dan,',
    ...between,
    `${mia.id},,,Mia One,`,
    `${mia.id.toUpperCase()},23,,Mia Two,`,
    ',2 1,eve@x.example,Eve,',
    ',21,not an email,Eve,',
    `,,${mia.email},Mia Three,`,
  ]);
  const said = lines.filter((line) => line.planned === 'rejected').map((line) => [line.line, line.reason]);
  const numbers =
    "Lines 2, 4, 87 and 1 more have the same employee number, but Email is 'cleo@x.example' in line 2 and 'dan@x.example' in line 4; Full name is 'Cleo' in line 2 and 'Dan' in line 4.";
  const emails =
    "Lines 2 and 3 have the same email, but Employee number is '21' in line 2 and '22' in line 3; Full name is 'Cleo' in line 2 and 'Cleo Again' in line 3.";
  const ids =
    "Lines 85 and 86 have the same id, but Full name is 'Mia One' in line 85 and 'Mia Two' in line 86.";
  expect(said).toEqual([
    [2, `${numbers} ${emails} Roles: No role is called 'Astronaut'.`],
    [3, emails],
    [4, numbers],
    [85, ids],
    [86, ids],
    [87, numbers],
    [88, `${numbers} Email: 'not an email' is not an email address.`],
    // Another key of the same user.
    [89, 'Line 85 is about the same user'],
  ]);
  expect(run.planned).toMatchObject({ created: 80, rejected: 8 });
});

test('two lines of one location stay rejected until one is gone, so that neither becomes the other', async () => {
  const columns: ImportColumn[] = ['number', 'name', 'address', 'city', 'state', 'zip'];
  const wrong = '700,Harbor,1 Pier,Troy,NY,1';
  const other = '700,Market,2 Square,Troy,NY,12180';
  const place = ',Corner,3 Square,Troy,NY,12180';
  const { run, lines } = await plan(world.ada, 'locations', columns, [
    wrong,
    other,
    place,
    place.toUpperCase(),
  ]);
  expect(lines.map((line) => [line.planned, line.reason])).toEqual([
    ['rejected', 'Lines 2 and 3 have the same number. ZIP code must be at least 5 characters.'],
    ['rejected', 'Lines 2 and 3 have the same number.'],
    ['rejected', 'Lines 4 and 5 have the same name and ZIP code.'],
    ['rejected', 'Lines 4 and 5 have the same name and ZIP code.'],
  ]);
  expect(run.can.apply).toBe(false);
  const mended = await plan(world.ada, 'locations', columns, [`${wrong}2180`, other]);
  expect(mended.run.planned).toMatchObject({ created: 0, rejected: 2 });
  expect((await plan(world.ada, 'locations', columns, [`${wrong}2180`])).run.planned).toMatchObject({
    created: 1,
  });
});

test('planning a file again with other columns finds again which keys stand twice', async () => {
  const rows = ['31,t@x.example,T', '31,T@x.example,U', '33,v@x.example,V'];
  const columns: Columns = ['employee_number', 'email', 'full_name'];
  const { run, lines } = await plan(world.ada, 'users', columns, rows);
  const differ = ", but Full name is 'T' in line 2 and 'U' in line 3.";
  const twice = `Lines 2 and 3 have the same employee number and email${differ}`;
  expect(lines.map((line) => line.reason)).toEqual([twice, twice, null]);
  const body = { mapping: [null, 'email' as const, 'full_name' as const] };
  (await world.ada.call(planImport, { params: { id: run.id }, body })).ok();
  const again = await planned(world.ada, run.id);
  const sameEmail = `Lines 2 and 3 have the same email${differ}`;
  expect(again.lines.map((line) => line.reason)).toEqual([sameEmail, sameEmail, null]);
});

test('an import of a manager stays in scope, where other users are unknown', async () => {
  const hidden = await world.newUser('Hal Hidden', ['employee'], [world.locations.airport]);
  const { lines } = await plan(
    mia,
    'users',
    ['id', 'email', 'full_name', 'locations'],
    [
      `${hidden.id},,Renamed,`,
      `,${hidden.email},Renamed,Mill Road`,
      ',eve@x.example,Eve,Mill Road',
      ',fay@x.example,Fay,Airport',
      ',gil@x.example,Gil,',
    ],
  );
  expect(lines.map((line) => line.planned)).toEqual([
    ...['rejected', 'rejected', 'created', 'rejected', 'rejected'],
  ]);
  expect(lines[1]?.reason).toBe('A user with this email address already exists');
  expect(lines[3]?.reason).toContain('Airport');
  expect(lines[4]?.reason).toBe('Choose at least one of your locations');
  expect(JSON.stringify(lines)).not.toContain('Hal');
});

test('users whom the file does not name are deactivated only where that is chosen, and never in doubt', async () => {
  const manager = await world.newUser('Max Manager', ['manager'], [world.locations.airport]);
  const names = ['Una', 'Ute', 'Uwe'];
  for (const name of names) await world.newUser(`${name} Upton`, ['employee'], [world.locations.airport]);
  const here = (await manager.call(listUsers, { query: { limit: 100 } })).ok().users;
  const active = here.filter((user) => user.is_active && user.id !== manager.id);
  const [kept] = active;
  const file = [`${kept?.id},Kept`];
  const without = await plan(manager, 'users', ['id', 'full_name'], file);
  expect(without.run.total).toBe(1);
  const unsure = await plan(manager, 'users', ['id', 'full_name'], [...file, 'no-id,Typing mistake'], true);
  expect(unsure.run.planned).toMatchObject({ deactivated: 0, rejected: active.length });
  const sure = await plan(manager, 'users', ['id', 'full_name'], file, true);
  expect(sure.run).toMatchObject({
    total: active.length,
    planned: { updated: 1, deactivated: active.length - 1 },
  });
  expect(sure.lines.at(-1)).toMatchObject({ planned: 'deactivated', reason: 'Not in the file' });
  expect(sure.lines.map((line) => line.subject.name)).not.toContain('Max Manager');
  const { run } = await apply(manager, sure.run.id, sure.run.confirm);
  expect(run.applied.deactivated).toBe(sure.run.planned.deactivated);
});

test('an undo of an import deletes the users it created, but deactivates those who joined since', async () => {
  const columns: Columns = ['email', 'full_name'];
  const { run } = await plan(world.ada, 'users', columns, ['ida@x.example,Ida', 'jan@x.example,Jan']);
  await apply(world.ada, run.id);
  const [ida, jan] = [await findUser('ida@x.example'), await findUser('jan@x.example')];
  if (!ida || !jan) return expect.fail('They were not created');
  await signInAs(world.app, jan, { password: 'long enough' });
  const { lines } = await undo(world.ada, run.id);
  expect(lines.map((line) => [line.subject.name, line.result, line.reason])).toEqual([
    ['Ida', 'deleted', null],
    ['Jan', 'deactivated', 'They have joined, so they are deactivated and not deleted.'],
  ]);
  expect((await world.ada.call(getUser, { params: { id: ida.id } })).problem().status).toBe(404);
  expect((await world.ada.call(getUser, { params: { id: jan.id } })).ok().is_active).toBe(false);
});

test('an undo of an import keeps users who were invited since, and says so before', async () => {
  const columns: Columns = ['email', 'full_name'];
  const { run } = await plan(world.ada, 'users', columns, ['ira@x.example,Ira', 'joe@x.example,Joe']);
  await apply(world.ada, run.id);
  const ira = await findUser('ira@x.example');
  const params = { id: ira?.id ?? '' };
  (await world.ada.call(sendInvitation, { params, body: { by: 'mail' } })).ok();
  const { id } = (await world.ada.call(undoRun, { params: { id: run.id }, body: {} })).ok();
  const reason = 'They were invited since, so they are deactivated and not deleted. The invitation ends.';
  const preview = await planned(world.ada, id);
  expect(preview.lines.map((line) => [line.planned, line.reason])).toEqual([
    ['deactivated', reason],
    ['deleted', null],
  ]);
  const { lines } = await apply(world.ada, id);
  expect(lines.map((line) => line.result)).toEqual(['deactivated', 'deleted']);
  expect((await world.ada.call(getUser, { params })).ok()).toMatchObject({
    ...{ is_active: false, full_name: 'Ira', invitation: null },
  });
});

test('retryRun reads rejected lines anew, and applies each line once', async () => {
  const columns: Columns = ['email', 'full_name', 'locations'];
  const { run } = await plan(world.ada, 'users', columns, [
    'kai@x.example,Kai,Mill Road',
    'lea@x.example,Lea,Airport',
  ]);
  // Another user adds the second one after the preview.
  const body = { email: 'lea@x.example', full_name: 'Lea Before' };
  (await world.ada.call(createUser, { body })).ok();
  const first = await apply(world.ada, run.id);
  expect(first.lines.map((line) => [line.result, line.reason])).toEqual([
    ['created', null],
    ['rejected', 'A user with this email address already exists'],
  ]);
  (await world.ada.call(retryRun, { params: { id: run.id } })).ok();
  const again = await planned(world.ada, run.id);
  expect(again.run).toMatchObject({ planned: { updated: 1, created: 0 }, applied: { created: 1 }, done: 2 });

  const second = await apply(world.ada, run.id);
  expect(second.run).toMatchObject({ state: 'done', applied: { created: 1, updated: 1, rejected: 0 } });
  expect((await findUser('lea@x.example'))?.full_name).toBe('Lea');
});

test.each([
  { isDeleted: false, reasons: [null, 'Line 1 has the same employee number'] },
  { isDeleted: true, reasons: [reasons.userMissing, null] },
])('of two lines of an undo that give the same number back, the first gets it, and the second when the first is rejected: $isDeleted', async ({
  isDeleted,
  ...expected
}) => {
  const number = isDeleted ? '7101' : '7201';
  const [first, second] = await Promise.all(
    ['first', 'second'].map(async (name) => {
      const employee_number = name === 'first' ? number : `${number}-old`;
      const body = { email: `${name}-${number}@x.example`, full_name: name, employee_number };
      return (await world.ada.call(createUser, { body })).ok();
    }),
  );
  const at = (user = first) => ({ params: { id: user?.id ?? '' } });
  const rows = [`${first?.email},${number}-new`, `${second?.email},${number}-newer`];
  const { run } = await plan(world.ada, 'users', ['email', 'employee_number'], rows);
  // It waits for another try, and has the number in between that the first line set free.
  (await world.ada.call(updateUser, { ...at(second), body: { full_name: 'Changed' } })).ok();
  expect((await apply(world.ada, run.id)).run.applied).toMatchObject({ updated: 1, changed: 1 });
  (await world.ada.call(updateUser, { ...at(second), body: { employee_number: number } })).ok();
  (await world.ada.call(retryRun, { params: { id: run.id } })).ok();
  await planned(world.ada, run.id);
  expect((await apply(world.ada, run.id)).run.applied).toMatchObject({ updated: 2 });
  if (isDeleted) (await world.ada.call(deleteUser, at())).ok();
  const { lines } = await undo(world.ada, run.id);
  expect(lines.map(({ reason }) => reason)).toEqual(expected.reasons);
  const given = (await world.ada.call(listUsers, { query: { q: `${number}@x.example` } })).ok().users;
  expect(given.filter(({ employee_number }) => employee_number === number).map(({ id }) => id)).toEqual([
    isDeleted ? second?.id : first?.id,
  ]);
});

test('an import of locations creates, closes and changes them, and its undo takes that back', async () => {
  const columns: Columns = ['number', 'name', 'address', 'city', 'state', 'zip', 'closed_on'];
  const rows = ['0042,Pier,1 Pier,Troy,NY,01234,', '0043,Quay,2 Quay,Troy,NY,01234,2026-01-31'];
  const { run } = await plan(world.ada, 'locations', columns, rows);
  expect((await apply(world.ada, run.id)).run).toMatchObject({ applied: { created: 2 } });
  const find = async (q: string) => (await world.ada.call(listLocations, { query: { q } })).ok().locations[0];
  expect(await find('Quay')).toMatchObject({ number: '0043', zip: '01234', closed_on: '2026-01-31' });
  const renamed = await plan(world.ada, 'locations', ['number', 'name'], ['42,Pier', '0042,Pier North']);
  expect(renamed.lines.map((line) => line.planned)).toEqual(['rejected', 'updated']);
  await apply(world.ada, renamed.run.id);
  await undo(world.ada, renamed.run.id);
  expect((await find('Pier'))?.name).toBe('Pier');
  // Renaming it back made a new version, so the undo of the first run leaves it.
  const { lines } = await undo(world.ada, run.id);
  expect(lines.map((line) => line.result)).toEqual(['changed', 'deleted']);
  expect(await find('Quay')).toBeUndefined();
});
