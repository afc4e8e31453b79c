import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Permission } from '../../../../contract/access/permissions.ts';
import type { NumberColumn, WordColumn } from '../../../../contract/files/import-columns.ts';
import { createLocation, updateLocation } from '../../../../contract/locations.ts';
import { createRole } from '../../../../contract/roles.ts';
import * as contract from '../../../../contract/runs.ts';
import { createUser, getUser, listUsers, replaceUserRoles } from '../../../../contract/users.ts';
import { upload } from '../../../testing/requests/upload.ts';
import { startWorld, type User, type World } from '../../../testing/worlds/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

type Options = Partial<contract.ImportOptions>;

async function plan(actor: User, file: string, options: Options = {}) {
  const { id, file: facts } = (await upload(actor, 'users', file)).ok();
  return planAgain(actor, id, { mapping: facts?.mapping ?? [], ...options });
}

async function planAgain(actor: User, id: string, options: Options) {
  const body = { mapping: [], ...options };
  (await actor.call(contract.planImport, { params: { id }, body })).ok();
  return after(actor, id);
}

async function after(actor: User, id: string) {
  await world.workOnRuns();
  const params = { id };
  const run = (await actor.call(contract.getRun, { params })).ok();
  const { lines } = (await actor.call(contract.listRunLines, { params, query: { limit: 500 } })).ok();
  return { run, lines };
}

async function apply(actor: User, { id, confirm }: contract.Run) {
  (await actor.call(contract.applyRun, { params: { id }, body: { confirm } })).ok();
  return after(actor, id);
}

async function undo(actor: User, { id }: contract.Run) {
  const { id: undoing } = (await actor.call(contract.undoRun, { params: { id }, body: {} })).ok();
  return apply(actor, (await after(actor, undoing)).run);
}

const unknownWords = (
  actor: User,
  id: string,
  column: WordColumn | Exclude<NumberColumn, 'locations'>,
  index: number,
) => actor.call(contract.listUnknownWords, { params: { id }, query: { column, index } });

/** A user whose only role has these permissions, at all locations. */
async function userWith(name: string, ...permissions: Permission[]): Promise<User> {
  const user = await world.newUser(name);
  const role = {
    name: `Role of ${name}`,
    description: '',
    permissions: [...permissions, 'locations.all' as const],
  };
  const { id } = (await world.ada.call(createRole, { body: role })).ok();
  (await world.ada.call(replaceUserRoles, { params: { id: user.id }, body: { role_ids: [id] } })).ok();
  return user;
}

async function newUser(employee_number: string, full_name: string) {
  const body = { email: `u${employee_number}@x.example`, full_name, employee_number };
  return (await world.ada.call(createUser, { body })).ok();
}

const emailOf = async (id: string) => (await world.ada.call(getUser, { params: { id } })).ok().email;

test('words that match nothing are listed with their rows, get a meaning once, and are remembered', async () => {
  const many = Array.from(
    { length: 12 },
    (_, n) => `m${n}@x.example,M ${n},Store  Manager; employee,Airport,A`,
  );
  const file = [
    'Email,Full name,Job Title,Home Store,Status',
    'w@x.example,W,STORE MANAGER,Mil Road,Pending',
    ...many,
    'v@x.example,V,Seasonal;-Manger,Airport,T',
    'Total: 14,,,,',
  ].join('\n');
  const { id, file: facts } = (await upload(world.ada, 'users', file)).ok();
  const roles = (await unknownWords(world.ada, id, 'roles', 2)).ok();
  expect(roles).toEqual({
    is_more: false,
    zeros: null,
    words: [
      { value: 'STORE MANAGER', lines: 13, repair: null },
      { value: 'Seasonal', lines: 1, repair: null },
      { value: 'Manger', lines: 1, repair: expect.objectContaining({ label: 'Use manager' }) },
    ],
  });
  const { millRoad } = world.locations;
  expect((await unknownWords(world.ada, id, 'locations', 3)).ok().words).toEqual([
    {
      ...{ value: 'Mil Road', lines: 1 },
      repair: { column: 'locations', value: 'Mil Road', means: millRoad.id, label: 'Use Mill Road' },
    },
  ]);
  expect((await unknownWords(world.ada, id, 'status', 4)).ok().words).toMatchObject([{ value: 'Pending' }]);
  const meanings: contract.Meaning[] = [
    { column: 'roles', value: 'Store Manager', means: world.roleIds.manager },
    { column: 'roles', value: 'seasonal', means: '' },
    { column: 'roles', value: 'Manger', means: 'manager' },
    { column: 'locations', value: 'MIL ROAD', means: millRoad.id },
    { column: 'status', value: 'pending', means: 'inactive' },
  ];
  const { run, lines } = await planAgain(world.ada, id, { mapping: facts?.mapping ?? [], meanings });
  expect(run).toMatchObject({ planned: { created: 14, unchanged: 1, rejected: 0 }, options: { meanings } });
  expect(lines[0]?.changes).toContainEqual({ field: 'Roles', before: null, after: 'manager' });
  expect(lines[0]?.changes).toContainEqual({ field: 'Status', before: null, after: 'Inactive' });
  const next = (await upload(world.ada, 'users', file)).ok();
  expect(next.file?.meanings).toEqual(meanings);
  const other = await world.newUser('Olga Other', ['admin']);
  expect((await upload(other, 'users', file)).ok().file?.meanings).toEqual([]);
});

test('the rows to fix of a file keep the meanings and columns that were chosen for it', async () => {
  const file = 'Mail,Name,Job,Nick\nfix@x.example,Fix,Cashier,Fixy\nbroken,Brok,Cashier,Bro\n';
  const mapping: contract.ImportOptions['mapping'] = ['email', 'full_name', 'roles', null];
  const meanings: contract.Meaning[] = [{ column: 'roles', value: 'Cashier', means: 'employee' }];
  const { run } = await plan(world.ada, file, { mapping, meanings });
  expect(run.planned).toMatchObject({ created: 1, rejected: 1 });
  const toFix = await world.ada.raw('GET', `/api/runs/${run.id}/result.csv?only=rejected`);
  const { file: facts } = (await upload(world.ada, 'users', await toFix.text())).ok();
  expect(facts).toMatchObject({ mapping: [...mapping, null, null, null], meanings });
});

test('numbers that have lost their zeros are counted, and mended for the whole column at once', async () => {
  const numbers = ['0801', '0802', '0803', '00803'];
  const places = await Promise.all(
    numbers.map(async (number) => {
      const body = {
        number,
        name: `No. ${number}`,
        address: '1 Pier',
        city: 'Troy',
        state: 'NY',
        zip: '12180',
      };
      return (await world.ada.call(createLocation, { body })).ok();
    }),
  );
  const eva = await newUser('000871', 'Eva Zeros');
  const rows = ['871,Eva Zeros,801; 802', '871999,Neo Zeros,801', '871998,Nia Zeros,803'];
  const file = `Employee number,Full name,Email,Stores\n${rows.map((row) => row.replace(/(.*),/, '$1,,')).join('\n')}\n`;
  const filled = file
    .replace('Neo Zeros,', 'Neo Zeros,neo@x.example')
    .replace('Nia Zeros,', 'Nia Zeros,nia@x.example');
  const { id, file: facts } = (await upload(world.ada, 'users', filled)).ok();
  expect((await unknownWords(world.ada, id, 'employee_number', 0)).ok()).toEqual({
    ...{ words: [], is_more: false, zeros: { value: '871', means: '000871', cells: 1 } },
  });
  const stores = (await unknownWords(world.ada, id, 'locations', 3)).ok();
  expect(stores.zeros).toEqual({ value: '801', means: '0801', cells: 3 });
  // 803 may be either of two, so it is asked.
  expect(stores.words.map(({ value, lost_zeros = false }) => [value, lost_zeros]).sort()).toEqual([
    ['801', true],
    ['802', true],
    ['803', false],
  ]);
  const mapping = facts?.mapping ?? [];
  expect((await planAgain(world.ada, id, { mapping })).run.planned).toMatchObject({ rejected: 3 });
  const zeros = ['locations' as const, 'employee_number' as const];
  const { run, lines } = await planAgain(world.ada, id, { mapping, zeros });
  expect(run.planned).toMatchObject({ updated: 1, created: 1, rejected: 1 });
  expect(lines[2]?.reason).toMatch(/'803'.*Did you mean/);
  await apply(world.ada, run);
  const stored = (await world.ada.call(getUser, { params: { id: eva.id } })).ok();
  expect(stored.employee_number).toBe('000871');
  expect(stored.locations.map((location) => location.id).sort()).toEqual(
    places
      .slice(0, 2)
      .map((place) => place.id)
      .sort(),
  );
});

test('unknown states of locations get a meaning, and their numbers their zeros', async () => {
  const body = { number: '0901', name: 'Quay', address: '1 Quay', city: 'Troy', state: 'NY', zip: '12180' };
  const quay = (await world.ada.call(createLocation, { body })).ok();
  const file = 'Number,Name,Address,City,State,ZIP\n901,Quay,2 Quay,Troy,Upstate,12180\n';
  const { id, file: facts } = (await upload(world.ada, 'locations', file)).ok();
  expect((await unknownWords(world.ada, id, 'state', 4)).ok().words).toEqual([
    { value: 'Upstate', lines: 1, repair: null },
  ]);
  expect((await unknownWords(world.ada, id, 'number', 0)).ok().zeros).toEqual({
    ...{ value: '901', means: '0901', cells: 1 },
  });
  expect((await unknownWords(world.ada, id, 'roles', 0)).status).toBe(400);
  const meanings = [{ column: 'state' as const, value: 'Upstate', means: 'NY' }];
  const mapping = facts?.mapping ?? [];
  const { run, lines } = await planAgain(world.ada, id, { mapping, meanings, zeros: ['number'] });
  expect(run.planned).toMatchObject({ updated: 1, created: 0, rejected: 0 });
  expect(lines[0]?.subject.id).toBe(quay.id);
  expect(lines[0]?.changes).toEqual([{ field: 'Address', before: '1 Quay', after: '2 Quay' }]);
  const foreign = { mapping, zeros: ['employee_number' as const] };
  expect((await world.ada.call(contract.planImport, { params: { id }, body: foreign })).status).toBe(400);
});

test('new numbers of a file that differ only by zeros in front are never silently two locations', async () => {
  const place = (number: string, name: string) => `${number},${name},1 Pier,Troy,NY,12180`;
  const lines = [place('77', 'Alike A'), place('0077', 'Alike B'), place('78', 'Alone')];
  const file = ['Number,Name,Address,City,State,ZIP', ...lines, ''].join('\n');
  const { id, file: facts } = (await upload(world.ada, 'locations', file)).ok();
  const mapping = facts?.mapping ?? [];
  const first = await planAgain(world.ada, id, { mapping });
  expect(first.run.planned).toMatchObject({ created: 1, rejected: 2 });
  expect(first.lines[0]?.reasons).toEqual([
    {
      text: 'Line 3 has 0077, which differs from 77 only by zeros in front.',
      repairs: [
        { column: 'number', value: '77', means: '0077', label: 'Use 0077' },
        { column: 'number', value: '77', means: '77', label: 'Keep 77' },
      ],
    },
  ]);
  expect(first.lines[1]?.reason).toBe('Line 2 has 77, which differs from 0077 only by zeros in front.');
  const keep = [{ column: 'number' as const, value: '77', means: '77' }];
  const two = await planAgain(world.ada, id, { mapping, meanings: keep });
  expect(two.run.planned).toMatchObject({ created: 3, rejected: 0 });
  const same = [{ column: 'number' as const, value: '77', means: '0077' }];
  const one = await planAgain(world.ada, id, { mapping, meanings: same });
  expect(one.run.planned).toMatchObject({ created: 1, rejected: 2 });
  expect(one.lines[0]?.reason).toBe('Lines 2 and 3 have the same number.');
  await planAgain(world.ada, id, { mapping, meanings: keep }).then(({ run }) => apply(world.ada, run));
  const again = (await upload(world.ada, 'locations', file)).ok();
  expect((await planAgain(world.ada, again.id, { mapping })).run.planned).toMatchObject({ unchanged: 3 });
});

test('an X in the column of a location gives it, and a header that is none is asked about once', async () => {
  const file = [
    'Email,Full name,Airport,Mill Road,Dépôt,Notes',
    'gia@x.example,Gia,X,,x,',
    'hal@x.example,Hal,,✓,X,',
    'ivo@x.example,Ivo,maybe,,,',
  ].join('\n');
  const { id, file: facts } = (await upload(world.ada, 'users', file.replace('maybe', 'yes'))).ok();
  const mark = 'location_marks' as const;
  const mapping = ['email' as const, 'full_name' as const, mark, mark, mark, null];
  expect(facts?.mapping).toEqual(mapping);
  const ask = (query: object) =>
    world.ada.call(contract.listUnknownWords, { params: { id }, query: query as never });
  const query = { column: 'locations', marks: '2,3,4' };
  expect((await ask(query)).ok()).toMatchObject({ words: [{ value: 'Dépôt', lines: 2 }], is_more: false });
  expect((await ask({ column: 'locations', marks: '2,9' })).problem().status).toBe(400);
  expect((await ask({ column: 'status', marks: '2' })).problem().status).toBe(400);
  expect((await ask({ column: 'locations' })).problem().status).toBe(400);
  const { lines } = await planAgain(world.ada, id, { mapping });
  expect(lines.map(({ planned }) => planned)).toEqual(['rejected', 'rejected', 'created']);
  const meanings = [{ column: 'locations' as const, value: 'depot', means: '' }];
  const mended = await planAgain(world.ada, id, { mapping, meanings });
  const placesOf = ({ changes }: contract.RunLine) =>
    changes.find(({ field }) => field === 'Locations')?.after;
  expect(mended.lines.map(placesOf)).toEqual(['Airport', 'Mill Road', 'Airport']);
  await apply(world.ada, mended.run);

  const other = (
    await upload(world.ada, 'users', file.replace('gia@x.example,Gia,X', 'gia@x.example,Gia,'))
  ).ok();
  const replaced = await planAgain(world.ada, other.id, { mapping, meanings, replace: ['locations'] });
  expect(replaced.lines.map(({ planned, reason }) => [planned, reason])).toEqual([
    ['unchanged', null],
    ['unchanged', null],
    ['rejected', "Airport: 'maybe' is not known. Write X or nothing."],
  ]);
});

test('numbers in the headers of columns with an X are mended like those of cells', async () => {
  const { id: location } = world.locations.airport;
  const body = { number: '0077901' };
  (await world.ada.call(updateLocation, { params: { id: location }, body })).ok();
  const file = 'Email,Full name,77901\njo@x.example,Jo,X\n';
  const { id, file: facts } = (await upload(world.ada, 'users', file)).ok();
  const mapping = facts?.mapping ?? [];
  expect(mapping).toEqual(['email', 'full_name', 'location_marks']);
  const query = { column: 'locations', marks: '2' } as never;
  const unknown = (await world.ada.call(contract.listUnknownWords, { params: { id }, query })).ok();
  expect(unknown.zeros).toEqual({ value: '77901', means: '0077901', cells: 1 });
  expect((await planAgain(world.ada, id, { mapping })).run.planned).toMatchObject({ rejected: 1 });
  const { lines } = await planAgain(world.ada, id, { mapping, zeros: ['locations'] });
  expect(lines[0]?.changes).toContainEqual({ field: 'Locations', before: null, after: 'Airport' });
  (await world.ada.call(updateLocation, { params: { id: location }, body: { number: null } })).ok();
});

test('unknown words are read from own files only, with names in scope, and are bounded', async () => {
  const mia = await world.newUser('Mia Manager', ['manager'], [world.locations.millRoad]);
  const names = Array.from({ length: 150 }, (_, n) => `Nowhere ${n}${'x'.repeat(n === 0 ? 300 : 0)}`).join(
    ';',
  );
  const file = `Email,Stores\na@x.example,Airport\nb@x.example,"${names}"\n${'c@x.example,Airprt\n'.repeat(3)}`;
  const { id } = (await upload(mia, 'users', file)).ok();
  const { words, is_more } = (await unknownWords(mia, id, 'locations', 1)).ok();
  // Airport is not hers, so nothing is proposed for it.
  expect(words.slice(0, 2)).toEqual([
    { value: 'Airprt', lines: 3, repair: null },
    { value: 'Airport', lines: 1, repair: null },
  ]);
  expect([words.length, is_more]).toEqual([100, true]);
  const vera = await world.newUser('Vera Viewer', ['viewer']);
  expect((await unknownWords(vera, id, 'locations', 1)).status).toBe(404);
  expect((await unknownWords(mia, id, 'locations', 2)).status).toBe(400);
  expect((await unknownWords(mia, id, 'email' as WordColumn, 1)).status).toBe(400);
});

test('a reason on many lines is said once with their number, and a cell names its first five faults', async () => {
  const rows = Array.from(
    { length: 120 },
    (_, n) => `r${n}@x.example,R ${n},cashier,${n % 2 ? '' : 'Nowhere'}`,
  );
  const many = Array.from({ length: 1900 }, (_, n) => `q${n.toString(36)}`).join(';');
  const file = ['Email,Full name,Role,Store', ...rows, `s@x.example,S,,"${many}"`].join('\n');
  const { run, lines } = await plan(world.ada, file);
  expect(run.planned.rejected).toBe(121);
  expect(lines[0]?.reason).toBe(
    "Roles: No role is called 'cashier'. Locations: No location is called or numbered 'Nowhere'.",
  );
  expect(lines[0]?.reasons).toHaveLength(2);
  expect(lines.at(-1)?.reasons).toHaveLength(6);
  const answer = (await world.ada.call(contract.listRunReasons, { params: { id: run.id } })).ok();
  expect(answer.reasons.slice(0, 2)).toEqual([
    { text: "Roles: No role is called 'cashier'.", repairs: [], lines: 120, line: 2 },
    { text: "Locations: No location is called or numbered 'Nowhere'.", repairs: [], lines: 60, line: 2 },
  ]);
  expect(answer).toMatchObject({ reasons: { length: 8 }, is_more: false });
});

test('a repair of a line is planned as a meaning', async () => {
  await newUser('0815', 'Rosa Repair');
  const file = 'Employee number,Full name,Phone\n815,Rosa Repair,555\n';
  const { run, lines } = await plan(world.ada, file);
  const [use, keep] = lines[0]?.reasons[0]?.repairs ?? [];
  expect(lines[0]).toMatchObject({ planned: 'rejected', subject: { name: 'Rosa Repair' } });
  expect(use).toEqual({ column: 'employee_number', value: '815', means: '0815', label: 'Use 0815' });
  expect(keep).toMatchObject({ means: '815', label: 'Keep 815' });
  const { label: _, ...meaning } = use ?? expect.fail('no repair');
  const mapping = run.file?.mapping ?? [];
  const mended = await planAgain(world.ada, run.id, { mapping, meanings: [meaning] });
  expect(mended.lines[0]).toMatchObject({ planned: 'updated', changes: [{ field: 'Phone', after: '555' }] });
});

test('a file corrects emails by the use case of the screen, and its undo takes that back', async () => {
  const added = await newUser('4711', 'Ella Email');
  const file = [
    'Id,Employee number,Email,Full name',
    ',4711,ella@new.example,Ella Email',
    `${world.ada.id},,ada@new.example,`,
    ',4711b,free@new.example,Nobody Else',
  ].join('\n');
  const { run, lines } = await plan(world.ada, file);
  expect(lines.map(({ planned, reason, changes }) => [planned, reason ?? changes[0]])).toEqual([
    ['updated', { field: 'Email', before: added.email, after: 'ella@new.example' }],
    ['rejected', 'Change your own email on your profile.'],
    ['created', expect.anything()],
  ]);
  expect((await apply(world.ada, run)).run.applied).toMatchObject({ updated: 1, created: 1, rejected: 1 });
  expect(await emailOf(added.id)).toBe('ella@new.example');
  const taken = await plan(world.ada, `Id,Email\n${added.id},${world.ada.email}\n`);
  expect(taken.lines[0]?.reason).toBe('The id belongs to Ella Email, the email to Ada Owner.');
  const undone = await undo(world.ada, run);
  expect(undone.run.applied).toMatchObject({ updated: 1, deleted: 1, rejected: 0 });
  expect(await emailOf(added.id)).toBe(added.email);
});

test('a number of somebody else, with another name and another email, changes nobody', async () => {
  const rita = await newUser('3003', 'Rita Real');
  const { lines } = await plan(
    world.ada,
    'Employee number,Email,Full name\n3003,other@x.example,Otto Other\n',
  );
  expect(lines[0]).toMatchObject({
    planned: 'rejected',
    reason: expect.stringMatching(/^The employee number belongs to Rita Real, but name and email differ/),
  });
  expect(await emailOf(rita.id)).toBe(rita.email);
});

test('who may not correct emails, or not invite, does neither by a file', async () => {
  const user = await newUser('2002', 'Kim Kept');
  const editor = await userWith('Ed Editor', 'users.read', 'users.update', 'users.create');
  const { lines } = await plan(editor, 'Employee number,Email\n2002,other2@x.example\n');
  expect(lines[0]).toMatchObject({
    planned: 'rejected',
    reason: 'You are not allowed to do this. Ask your administrator.',
  });
  expect(await emailOf(user.id)).toBe(user.email);
  const { id, file } = (await upload(editor, 'users', 'Email,Full name\nnew3@x.example,New\n')).ok();
  const body = { mapping: file?.mapping ?? [], invite_new: true };
  expect((await editor.call(contract.planImport, { params: { id }, body })).status).toBe(403);
});

test('those who are new and active are invited where that was chosen', async () => {
  const known = await newUser('5005', 'Known User');
  const file = `Email,Full name,Status\nn1@inv.example,New One,active\nn2@inv.example,New Two,inactive\n${known.email},Known Again,\n`;
  const { run, lines } = await plan(world.ada, file, { invite_new: true });
  const invited = lines.map(({ changes }) => changes.some(({ field }) => field === 'Invitation'));
  expect(invited).toEqual([true, false, false]);
  expect((await apply(world.ada, run)).run.applied).toMatchObject({ created: 2, updated: 1, rejected: 0 });
  const { users } = (
    await world.ada.call(listUsers, { query: { q: '@inv.example', sort: 'name' } as never })
  ).ok();
  expect(users.map(({ full_name, invitation }) => [full_name, invitation])).toEqual([
    ['New One', 'invited'],
    ['New Two', null],
  ]);
});

test('the line of the header is chosen, and titles above it are skipped', async () => {
  const file = 'Stores\n\nEmail,Who\nKey,Person\na@x.example,Ana\n';
  const found = (await upload(world.ada, 'users', file)).ok();
  expect(found).toMatchObject({ total: 2, file: { header_line: 3, headers: ['Email', 'Who'] } });
  const query = new URLSearchParams({ id: found.id, about: 'users', name: 'a.csv', header_line: '4' });
  const path = `${contract.uploadFile.path}?${query}`;
  const send = (path: string) => world.ada.raw('POST', path, file, { 'content-type': 'text/csv' });
  const chosen = (await (await send(path)).json()) as contract.Run;
  expect(chosen).toMatchObject({ total: 1, file: { header_line: 4, headers: ['Key', 'Person'] } });
  const { lines } = (
    await world.ada.call(contract.listRunLines, { params: { id: found.id }, query: {} })
  ).ok();
  expect(lines.map(({ line }) => line)).toEqual([5]);
  const beyond = await (await send(path.replace('header_line=4', 'header_line=9'))).json();
  expect(beyond).toMatchObject({ status: 400, detail: 'The file has no line 9.' });
});

test.each<[Options, string]>([
  [
    { mapping: ['email', 'first_name', 'full_name'] },
    'Choose the full name, or the first and the last name, but not both.',
  ],
  [
    { mapping: ['email', 'last_name', null] },
    'Last name alone is no name. Choose the first and the last name, or read it as the full name.',
  ],
  [
    { mapping: ['email', null, null], meanings: [{ column: 'zip', value: 'a', means: 'b' }] },
    'There is no column zip of users.',
  ],
])('planImport refuses %j', async (options, detail) => {
  const { id } = (await upload(world.ada, 'users', 'a,b,c\n1@x.example,2,3\n')).ok();
  const body = { mapping: [], ...options };
  const problem = (await world.ada.call(contract.planImport, { params: { id }, body })).problem();
  expect(problem).toMatchObject({ status: 400, detail });
});
