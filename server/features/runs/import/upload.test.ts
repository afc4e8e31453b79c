import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { fileMaxBytes } from '../../../../contract/fields/limits.ts';
import * as contract from '../../../../contract/runs.ts';
import { upload } from '../../../testing/requests/upload.ts';
import { startWorld, type World } from '../../../testing/worlds/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const people = 'E-mail;Full name;Shoe size\nana@x.example;José;42\n\nben@x.example;Ben;\n';
const noOptions = {
  ...{ blank_clears: [], replace: [], deactivate_missing: false },
  ...{ meanings: [], invite_new: false },
};

async function countLines(run_id: string): Promise<number> {
  const rows = world.app.database.read.selectFrom('run_lines').select('line').where('run_id', '=', run_id);
  return (await rows.execute()).length;
}

test('uploadFile says what it found, and stores the lines without changing anything', async () => {
  const run = (await upload(world.ada, 'users', Buffer.from(people, 'latin1'), { name: 'people.csv' })).ok();
  expect(run).toMatchObject({
    kind: 'import',
    about: 'users',
    title: 'Import users from people.csv',
    state: 'mapping',
    total: 2,
    is_own: true,
    file: {
      name: 'people.csv',
      bytes: people.length,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      encoding: 'windows-1252',
      separator: ';',
      headers: ['E-mail', 'Full name', 'Shoe size'],
      mapping: ['email', 'full_name', null],
      samples: [
        ['ana@x.example', 'José', '42'],
        ['ben@x.example', 'Ben', ''],
      ],
    },
  });
  const { lines } = (await world.ada.call(contract.listRunLines, { params: { id: run.id }, query: {} })).ok();
  expect(lines.map(({ line, planned }) => [line, planned])).toEqual([
    [2, null],
    [4, null],
  ]);
});

test('uploadFile replaces the file under the same id until it is planned', async () => {
  const id = randomUUID();
  (await upload(world.ada, 'users', people, { id })).ok();
  const again = (await upload(world.ada, 'users', people, { id, separator: ',' })).ok();
  expect(again).toMatchObject({
    id,
    total: 2,
    file: { separator: ',', headers: ['E-mail;Full name;Shoe size'] },
  });
  const other = (await upload(world.ada, 'users', 'Email\na@x.example\n', { id, name: 'other.csv' })).ok();
  expect(other).toMatchObject({
    title: 'Import users from other.csv',
    total: 1,
    file: { mapping: ['email'] },
  });
  expect(await countLines(id)).toBe(1);

  const body = { ...noOptions, mapping: ['email' as const] };
  (await world.ada.call(contract.planImport, { params: { id }, body })).ok();
  expect((await upload(world.ada, 'users', people, { id })).problem()).toMatchObject({ code: 'conflict' });
  expect(await countLines(id)).toBe(1);
});

test('uploadFile takes a file that arrives slowly', async () => {
  const { server } = world.server;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const query = new URLSearchParams({ id: randomUUID(), about: 'users', name: 'people.csv' });
    const headers = { authorization: `Bearer ${world.ada.token}`, 'content-type': 'text/csv' };
    const options = { method: 'POST', agent: false, headers };
    const sent = request(`${world.url}${contract.uploadFile.path}?${query}`, options);
    const received = once(server, 'request');
    sent.flushHeaders();
    const [incoming] = (await received) as [IncomingMessage];
    for (const line of people.split('\n')) {
      const before = incoming.socket.bytesRead;
      sent.write(`${line}\n`);
      // Before the server reads the file, it asks the database who sends it.
      const isRead = () => incoming.readableDidRead && incoming.readableLength === 0;
      while (incoming.socket.bytesRead === before || !isRead()) await setImmediate();
      await setImmediate();
      vi.advanceTimersByTime(11_000);
    }
    const [response] = await once(sent.end(), 'response');
    expect(JSON.parse((await response.toArray()).join(''))).toMatchObject({ total: 2 });
  } finally {
    vi.useRealTimers();
  }
});

test('uploadFile refuses an id of somebody else and of another list', async () => {
  const id = randomUUID();
  const mia = await world.newUser('Mia Manager', ['manager'], [world.locations.millRoad]);
  (await upload(world.ada, 'users', people, { id })).ok();
  expect((await upload(mia, 'users', people, { id })).status).toBe(409);
  expect((await upload(world.ada, 'locations', people, { id })).status).toBe(409);
  expect(await countLines(id)).toBe(2);
});

test.each([
  [
    'a spreadsheet',
    Buffer.from('PK\x03\x04 [Content_Types].xml', 'latin1'),
    'This is a spreadsheet, not a CSV file. Save each sheet as CSV. In Excel choose File → Save as → CSV UTF-8.',
  ],
  [
    'quotes that never close',
    'Email\n"a@x.example',
    'The quote that opens in line 2, column 1 is never closed.',
  ],
  [
    'a fault in a late line',
    `Email\n${'a@x.example\n'.repeat(2500)}b,c`,
    'Line 2502 has 2 cells, but the header has 1.',
  ],
  ['an empty body', '', 'The file is empty.'],
])('uploadFile refuses %s and stores nothing', async (_, file, detail) => {
  const id = randomUUID();
  const problem = (await upload(world.ada, 'users', file, { id })).problem();
  expect(problem).toMatchObject({ title: 'Failed to read the file', status: 400, detail });
  expect((await world.ada.call(contract.getRun, { params: { id } })).status).toBe(404);
});

test('uploadFile refuses a name that cannot be stored', async () => {
  const problem = (await upload(world.ada, 'users', people, { name: 'a\0.csv' })).problem();
  expect(problem).toMatchObject({ status: 400, detail: 'name: Contains characters that cannot be stored' });
});

test('the OpenAPI document says that the body of uploadFile is a file', async () => {
  const document = await (await world.nobody.raw('GET', '/api/openapi.json')).json();
  const file = { type: 'string', format: 'binary' };
  expect(document).toHaveProperty(['paths', '/api/imports', 'post', 'requestBody'], {
    required: true,
    content: {
      'text/csv': { schema: file, example: expect.stringContaining('Email') },
      'application/octet-stream': { schema: file },
    },
  });
});

test('uploadFile refuses a file that is too large, whether its size is said or not', async () => {
  const large = new Uint8Array(fileMaxBytes + 1).fill(0x61);
  const refused = { code: 'too_large', detail: 'The file is larger than 20 MB.' };
  expect((await upload(world.ada, 'users', large)).problem()).toMatchObject(refused);
  const query = new URLSearchParams({ id: randomUUID(), about: 'users', name: 'users.csv' });
  const unsaid = await fetch(`${world.url}/api/imports?${query}`, {
    method: 'POST',
    duplex: 'half',
    headers: { authorization: `Bearer ${world.ada.token}`, 'content-type': 'text/csv' },
    body: new Blob([large]).stream(),
  } as RequestInit);
  expect(await unsaid.json()).toMatchObject(refused);
});

test('uploadFile refuses an actor who may neither add nor edit rows before it reads the file', async () => {
  const large = new Uint8Array(fileMaxBytes + 1);
  const eva = await world.newUser('Eva Employee', ['employee'], [world.locations.millRoad]);
  expect((await upload(eva, 'users', large)).problem()).toMatchObject({ code: 'forbidden' });
  const mona = await world.newUser('Mona Manager', ['manager'], [world.locations.millRoad]);
  expect((await upload(mona, 'locations', 'Number\n1')).status).toBe(200);
});

test.each([
  'application/json',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
])('uploadFile refuses a body of the type %s', async (type) => {
  expect((await upload(world.ada, 'users', people, { type })).problem()).toMatchObject({
    code: 'unsupported_media_type',
    detail: 'Send the file itself, for example as text/csv.',
  });
});

test.each([
  'text/plain',
  'application/octet-stream',
  'application/vnd.ms-excel',
  'text/csv; charset=utf-8',
])('uploadFile reads a body of the type %s', async (type) => {
  expect((await upload(world.ada, 'users', people, { type })).status).toBe(200);
});

test('uploadFile proposes the columns that the same user chose for the same headers', async () => {
  const headers = 'Wer;Post;Ort\n';
  const chosen = ['full_name', 'email', null] as const;
  const { id } = (await upload(world.ada, 'users', `${headers}Ana;ana@x.example;x\n`)).ok();
  const body = { ...noOptions, mapping: [...chosen] };
  (await world.ada.call(contract.planImport, { params: { id }, body })).ok();
  const again = (await upload(world.ada, 'users', 'Ort;Wer;Post\nx;Ben;ben@x.example\n')).ok();
  expect(again.file?.mapping).toEqual([null, 'full_name', 'email']);
  const other = await world.newUser('Olga Other', ['admin']);
  expect((await upload(other, 'users', `${headers}a;b;c\n`)).ok().file?.mapping).toEqual([null, null, null]);
});

test.each([
  [['email'], {}, 'The file has 3 columns, but 1 were chosen.'],
  [['email', 'email', null], {}, "'E-mail' and 'Full name' are both read as Email. Choose one of them."],
  [[null, 'full_name', null], {}, /^Choose a column with the id, the employee number or the email/],
  [['email', 'zip', null], {}, 'There is no column zip of users.'],
  [['email', null, null], { blank_clears: ['email'] }, 'A blank cell cannot clear Email.'],
] as const)('planImport refuses the columns %j with %j', async (mapping, options, detail) => {
  const { id } = (await upload(world.ada, 'users', people)).ok();
  const body = { ...noOptions, ...options, mapping: [...mapping] } as contract.ImportOptions;
  const problem = (await world.ada.call(contract.planImport, { params: { id }, body })).problem();
  expect(problem).toMatchObject({ status: 400, code: 'validation_failed' });
  expect(problem.detail).toMatch(detail);
});

test('planImport needs a name and a ZIP code where locations have no number, and no options of users', async () => {
  const { id } = (await upload(world.ada, 'locations', 'Name,ZIP\nMill,12345\n')).ok();
  const plan = (body: contract.ImportOptions) =>
    world.ada.call(contract.planImport, { params: { id }, body });
  expect((await plan({ ...noOptions, mapping: ['name', null] })).problem().detail).toMatch(
    /columns with the name and the ZIP code/,
  );
  const missing = { ...noOptions, mapping: ['name' as const, 'zip' as const], deactivate_missing: true };
  expect((await plan(missing)).problem().detail).toMatch(/for users only/);
  expect((await plan({ ...missing, deactivate_missing: false })).ok()).toMatchObject({ state: 'planning' });
});

test('downloadRunResult gives the lines back as they were, so that they can be read again', async () => {
  const file = `Email,Note,Full name\na@x.example,"'=1;'+2","O'Neil, A"\nb@x.example,=1,\n`;
  const { id } = (await upload(world.ada, 'users', file)).ok();
  const response = await world.ada.raw('GET', `/api/runs/${id}/result.csv`);
  expect(response.headers.get('content-disposition')).toMatch(/filename="users-result-\d{4}-\d\d-\d\d\.csv"/);
  expect(await response.text()).toBe(
    `Email,Note,Full name,Line,Result,Reason\r\na@x.example,'=1;'+2,"O'Neil, A",2,Not checked yet,\r\nb@x.example,'=1,,3,Not checked yet,\r\n`,
  );
  const rejected = await (await world.ada.raw('GET', `/api/runs/${id}/result.csv?only=rejected`)).text();
  expect(rejected).toBe('Email,Note,Full name,Line,Result,Reason\r\n');
});

test.each([
  'users',
  'locations',
] as const)('downloadImportTemplate has a header that is read as it is: %s', async (about) => {
  const response = await world.ada.raw('GET', `/api/imports/template.csv?about=${about}`);
  const run = (await upload(world.ada, about, await response.text())).ok();
  expect(run.file?.mapping).not.toContain(null);
  expect(run.total).toBe(1);
});
