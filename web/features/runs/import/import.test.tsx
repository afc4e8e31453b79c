import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Run } from '../../../../contract/runs.ts';
import * as contract from '../../../../contract/runs.ts';
import { serveChain } from '../../../testing/fake-chain.ts';
import { counts, makeRun, serveRuns } from '../../../testing/fake-runs.ts';
import { FakeServer, type Seen } from '../../../testing/fake-server.ts';
import { asksBeforeUnload } from '../../../testing/leave-page.ts';
import { profileWith } from '../../../testing/profiles.ts';
import { openApp } from '../../../testing/render-app.tsx';

function readFile(changes: Partial<Run> = {}): Run {
  return makeRun({
    kind: 'import',
    title: 'Import users from people.csv',
    state: 'mapping',
    total: 312,
    done: 0,
    planned: counts({}),
    file: {
      name: 'people.csv',
      bytes: 4210,
      sha256: 'a',
      encoding: 'windows-1252',
      separator: ';',
      header_line: 1,
      headers: ['E-mail', 'Name', 'Role', 'Shoe size'],
      mapping: ['email', 'full_name', 'roles', null],
      meanings: [],
      samples: [
        ['ana@northline.example', 'Ana Lopez', 'employee', '38'],
        ['ben@northline.example', 'Ben Ito', '', '41'],
      ],
    },
    ...changes,
  });
}

const people = () => new File(['E-mail;Name\n'], 'people.csv', { type: 'application/vnd.ms-excel' });

async function openImport(path = '/import/users', roles = ['admin']) {
  const server = new FakeServer();
  serveChain(server);
  const runs: Run[] = [];
  const { put } = serveRuns(server, runs);
  server.answer(contract.uploadFile, ({ query: { id = '', encoding, separator } }) => {
    const read = readFile({ id });
    const known = runs.some((run) => run.id === id);
    const file = read.file && {
      ...read.file,
      ...(encoding && { encoding: encoding as 'utf-8' }),
      ...(separator && { separator: separator as ',' }),
    };
    const run = { ...read, file };
    if (!known) runs.push(run);
    else put(`/api/runs/${id}`, run);
    return run;
  });
  const opened = await openApp(path, { server, signedInAs: profileWith(roles) });
  return { ...opened, server, runs, put };
}

const uploads = (server: FakeServer): Seen[] => server.requests('POST', '/api/imports');

async function chooseFile(user: Awaited<ReturnType<typeof openImport>>['user'], file = people()) {
  await screen.findByRole('button', { name: 'Choose a file' });
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('No input for a file');
  await user.upload(input, file);
}

async function openColumns(user: Awaited<ReturnType<typeof openImport>>['user']) {
  await user.click(await screen.findByRole('button', { name: 'Change the recognized columns' }));
}

test('a chosen file is uploaded as it is, and its columns are shown with what they mean', async () => {
  const { server, user } = await openImport();
  await screen.findByRole('heading', { name: 'Import users', level: 1 });
  await chooseFile(user);
  await screen.findByRole('heading', { name: 'Import users from people.csv', level: 1 });
  const [upload] = uploads(server);
  expect(upload?.query).toMatchObject({ about: 'users', name: 'people.csv' });
  expect(upload?.headers.get('content-type')).toBe('text/csv');
  expect(upload?.file?.size).toBe(12);
  await screen.findByText('312 rows');
  screen.getByText('3 of 4 columns recognized');
  expect(screen.getByLabelText('Meaning of Shoe size')).toHaveProperty('value', '');
  screen.getByText('This column is not read.');
  expect(screen.queryByLabelText('Meaning of E-mail')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Change the recognized columns' }));
  expect(screen.getByLabelText('Meaning of E-mail')).toHaveProperty('value', 'email');
  expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
    'In your file',
    'Example',
    'Becomes',
    'Empty cells',
  ]);
  screen.getByText('ana@northline.example');
});

test('a dropped file is uploaded', async () => {
  const { server } = await openImport();
  const zone = (await screen.findByText('Drop a CSV file here')).closest('div') as HTMLElement;
  const dataTransfer = { types: ['Files'], files: [people()] };
  fireEvent.dragOver(zone, { dataTransfer });
  screen.getByText('Let go to read the file');
  fireEvent.drop(zone, { dataTransfer });
  await screen.findByRole('heading', { name: 'Import users from people.csv', level: 1 });
  expect(uploads(server)).toHaveLength(1);
});

test('a file on its way says how much of it was sent, then that it is read, and can be canceled', async () => {
  const { server, user } = await openImport();
  const answer = Promise.withResolvers<Run>();
  server.answer(contract.uploadFile, () => answer.promise);
  await chooseFile(user);
  const sending = await screen.findByRole('progressbar', { name: 'Sending the file' });
  expect(sending).toHaveProperty('value', 0);
  await waitFor(() => expect(uploads(server)).toHaveLength(1));
  act(() => server.sent(0.5));
  screen.getByText('50 %');
  expect(sending).toHaveProperty('value', 0.5);
  act(() => server.sent(1));
  await screen.findByText('Reading people.csv (12 bytes)');
  expect(screen.getByRole('progressbar', { name: 'Reading the file' }).hasAttribute('value')).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await screen.findByRole('button', { name: 'Choose a file' });
  expect(screen.queryByRole('alert')).toBeNull();
  expect(uploads(server)[0]?.signal?.aborted).toBe(true);
});

test('a file for which the server cannot be reached says so', async () => {
  const { server, user } = await openImport();
  await screen.findByRole('button', { name: 'Choose a file' });
  server.isAway = true;
  await chooseFile(user);
  expect((await screen.findByText(/^Failed to read the file/)).textContent).toBe(
    'Failed to read the file: The server cannot be reached. Check your connection and try again.',
  );
});

test('a file that cannot be read says why, and another one can be chosen', async () => {
  const { server, user } = await openImport();
  server.refuse(contract.uploadFile, 'validation_failed', 'Line 7, column 3: a quote is not closed.');
  await chooseFile(user);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe('Failed to read the file: Line 7, column 3: a quote is not closed.');
  // In the zone itself, so that nothing moves.
  const zone = screen.getByRole('button', { name: 'Choose a file' }).parentElement;
  expect(zone?.contains(alert)).toBe(true);
});

test('another encoding or separator reads the same file again under the same id', async () => {
  const { server, user } = await openImport();
  await chooseFile(user);
  const encoding = await screen.findByLabelText('Encoding');
  expect(encoding).toHaveProperty('value', 'windows-1252');
  await user.selectOptions(encoding, 'UTF-8');
  await waitFor(() => expect(screen.getByLabelText('Encoding')).toHaveProperty('value', 'utf-8'));
  const [first, second] = uploads(server);
  expect(second?.query).toEqual({ ...first?.query, encoding: 'utf-8', separator: ';', header_line: '1' });
  expect(second?.file).toBeInstanceOf(Blob);
});

test('a page that was reloaded goes on with the columns, and says that the file must be chosen again to read it differently', async () => {
  const { server, user, runs } = await openImport();
  await chooseFile(user);
  await screen.findByRole('heading', { name: 'Import users from people.csv', level: 1 });
  expect(await screen.findByLabelText('Encoding')).toHaveProperty('disabled', false);
  await openApp(`/runs/${runs[0]?.id}`, { server, signedInAs: profileWith() });
  await screen.findByText(/choose it again/);
  expect(screen.getByLabelText('Encoding')).toHaveProperty('disabled', true);
  screen.getByRole('button', { name: 'Preview' });
});

test('a column of districts says that it gives whole ones', async () => {
  const { user } = await openImport();
  await chooseFile(user);
  await openColumns(user);
  const columns = within(screen.getByRole('table', { name: 'Columns of the file' }));
  expect(screen.queryByText(/gives whole districts/)).toBeNull();
  await user.selectOptions(columns.getByLabelText('Meaning of Shoe size'), 'Districts');
  screen.getByText(
    'Shoe size gives whole districts: all their locations, and new ones. If it only says where a location is, leave it out.',
  );
  columns.getByLabelText('Names in Shoe size');
});

test('an import is planned with the chosen columns, blank cells, names and missing rows', async () => {
  const { server, user, put } = await openImport();
  await chooseFile(user);
  server.answer(contract.planImport, ({ path, body }) =>
    put(path, { state: 'planning', options: body as Run['options'] }),
  );
  await openColumns(user);
  const columns = within(screen.getByRole('table', { name: 'Columns of the file' }));
  await user.selectOptions(columns.getByLabelText('Meaning of Shoe size'), 'Phone');
  await user.selectOptions(columns.getByLabelText('Names in Role'), 'Replace their roles');
  await user.selectOptions(columns.getByLabelText('Empty cells of Shoe size'), 'Clear it');
  screen.getByText(
    /^Empty cells change nothing, unless you choose Clear it\. In roles, locations and districts, −name/,
  );
  await user.click(screen.getByRole('checkbox', { name: 'Deactivate users who are not in the file' }));
  await user.click(screen.getByRole('checkbox', { name: 'Invite those who are new' }));
  await user.click(screen.getByRole('button', { name: 'Preview' }));
  await screen.findByRole('progressbar', { name: 'Checking every line' });
  const planned = server.seen.find(({ method }) => method === 'PUT');
  expect(planned?.body).toEqual({
    mapping: ['email', 'full_name', 'roles', 'phone'],
    zeros: [],
    blank_clears: ['phone'],
    replace: ['roles'],
    deactivate_missing: true,
    meanings: [],
    invite_new: true,
  });
});

test('words that are no role, no location or no status are given a meaning, which is planned with the import', async () => {
  const { server, user, put } = await openImport();
  server.answer(contract.listUnknownWords, ({ query: { column, index } }) => {
    expect([column, index]).toEqual(['roles', '2']);
    const repair = { column: 'roles' as const, value: 'Manger', means: 'role-manager', label: 'Use manager' };
    return {
      words: [
        { value: 'STORE MANAGER', lines: 12, repair: null },
        { value: 'Manger', lines: 1, repair },
        { value: 'Seasonal', lines: 2, repair: null },
      ],
      is_more: false,
    };
  });
  server.answer(contract.planImport, ({ path, body }) =>
    put(path, { state: 'planning', options: body as Run['options'] }),
  );
  await chooseFile(user);
  const words = within(await screen.findByRole('region', { name: '3 words are no role' }));
  words.getByText('on 12 rows');
  await user.selectOptions(words.getByLabelText('STORE MANAGER means'), 'manager');
  await user.selectOptions(words.getByLabelText('Seasonal means'), 'Nothing: leave it out');
  await user.click(words.getByRole('button', { name: 'Use manager' }));
  expect(words.getByLabelText('Manger means')).toHaveProperty('value', 'role-manager');
  expect(words.queryByRole('button', { name: 'Use manager' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Preview' }));
  await waitFor(() => expect(server.seen.some(({ method }) => method === 'PUT')).toBe(true));
  expect(server.seen.find(({ method }) => method === 'PUT')?.body).toMatchObject({
    meanings: [
      { column: 'roles', value: 'STORE MANAGER', means: 'role-manager' },
      { column: 'roles', value: 'Seasonal', means: '' },
      { column: 'roles', value: 'Manger', means: 'role-manager' },
    ],
  });
});

test('a location that the file calls differently is found by its number or name, or left out', async () => {
  const server = new FakeServer();
  const chain = serveChain(server);
  const read = readFile({ state: 'mapping' });
  const file = read.file && {
    ...read.file,
    headers: ['E-mail', 'Store'],
    mapping: ['email', 'locations'] as const,
  };
  serveRuns(server, [{ ...read, file: file as Run['file'] }]);
  server.answer(contract.listUnknownWords, () => ({
    words: [
      { value: 'Harbour', lines: 1, repair: null },
      { value: 'Corporate', lines: 3, repair: null },
    ],
    is_more: false,
  }));
  server.answer(contract.planImport, ({ body }) => readFile({ options: body as Run['options'] }));
  const { user } = await openApp('/runs/run-1', { server, signedInAs: profileWith() });
  const words = within(await screen.findByRole('region', { name: '2 words are no location' }));
  const name = chain.locations[0]?.name ?? 'Harbor 394';
  await user.type(words.getByLabelText('Harbour means'), name);
  await user.click(words.getByRole('button', { name: 'Leave it out: Corporate means nothing' }));
  words.getByText('nothing.');
  await user.click(screen.getByRole('button', { name: 'Preview' }));
  await waitFor(() => expect(server.seen.some(({ method }) => method === 'PUT')).toBe(true));
  expect(server.seen.find(({ method }) => method === 'PUT')?.body).toMatchObject({
    meanings: [
      { column: 'locations', value: 'Harbour', means: name },
      { column: 'locations', value: 'Corporate', means: '' },
    ],
  });
});

test('columns with an X say what it means, and a header that is no location is asked about', async () => {
  const server = new FakeServer();
  serveChain(server);
  const headers = ['E-mail', '101', '102', 'Depot', 'Shoe size'];
  const mapping = ['email', 'location_marks', 'location_marks', 'location_marks', null] as const;
  const read = readFile({ id: 'run-1' });
  const file = { ...read.file, headers, mapping, samples: [['a@x.example', 'X', '', 'X', '38']] };
  serveRuns(server, [{ ...read, file: file as unknown as Run['file'] }]);
  server.answer(contract.listUnknownWords, ({ query: { column, index, marks } }) => {
    expect([column, index, marks]).toEqual(['locations', undefined, '1,2,3']);
    return { words: [{ value: 'Depot', lines: 2, repair: null }], is_more: false };
  });
  server.answer(contract.planImport, ({ body }) => readFile({ options: body as Run['options'] }));
  const { user } = await openApp('/runs/run-1', { server, signedInAs: profileWith() });
  await screen.findByText('4 of 5 columns recognized');
  screen.getByText(
    '3 columns are locations: an X under 101 or one of 2 others gives the user that location.',
  );
  const words = within(await screen.findByRole('region', { name: 'One word is no location' }));
  await user.type(words.getByLabelText('Depot means'), 'Harbor 394');
  await user.click(screen.getByLabelText('Users with an X lose the locations without one'));
  await openColumns(user);
  expect(screen.getByLabelText('Meaning of 102')).toHaveProperty('value', 'location_marks');
  expect(screen.queryByText('Two headers mean this. Leave one of them out.')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Preview' }));
  await waitFor(() => expect(server.seen.some(({ method }) => method === 'PUT')).toBe(true));
  expect(server.seen.find(({ method }) => method === 'PUT')?.body).toMatchObject({
    mapping,
    replace: ['locations'],
    meanings: [{ column: 'locations', value: 'Depot', means: 'Harbor 394' }],
  });
});

test('numbers that have lost their zeros are mended for the whole column with one press', async () => {
  const { server, user, put } = await openImport();
  server.answer(contract.listUnknownWords, () => ({
    words: [{ value: '801', lines: 400, repair: null, lost_zeros: true }],
    zeros: { value: '801', means: '0801', cells: 500 },
    is_more: false,
  }));
  server.answer(contract.planImport, ({ path, body }) =>
    put(path, { state: 'planning', options: body as Run['options'] }),
  );
  await chooseFile(user);
  await openColumns(user);
  await user.selectOptions(screen.getByLabelText('Meaning of Role'), 'Locations');
  await screen.findByText('500 cells lack the zeros in front of the location.');
  await user.click(screen.getByRole('button', { name: 'Use 0801 for 801, and the like: 500 cells' }));
  screen.getByText('801 means 0801, and the like: 500 cells.');
  expect(screen.queryByRole('region', { name: 'One word is no location' })).toBeNull();
  // What is chosen is not saved yet.
  expect(asksBeforeUnload()).toBe(true);
  await user.click(screen.getByRole('link', { name: 'Choose another file' }));
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
  await waitFor(() => expect(screen.queryByText('Discard changes?')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Preview' }));
  await waitFor(() => expect(server.seen.some(({ method }) => method === 'PUT')).toBe(true));
  expect(server.seen.find(({ method }) => method === 'PUT')?.body).toMatchObject({ zeros: ['locations'] });
});

test('two headers cannot mean the same', async () => {
  const { user } = await openImport();
  await chooseFile(user);
  await openColumns(user);
  await user.selectOptions(screen.getByLabelText('Meaning of Shoe size'), 'Full name');
  expect(screen.getAllByText('Two headers mean this. Leave one of them out.')).toHaveLength(2);
  expect(screen.getByRole('button', { name: 'Preview' })).toHaveProperty('disabled', true);
});

test('an import that the server cannot plan says why and keeps what was chosen', async () => {
  const { server, user } = await openImport();
  await chooseFile(user);
  await openColumns(user);
  await user.selectOptions(screen.getByLabelText('Meaning of E-mail'), 'Leave out');
  server.refuse(
    contract.planImport,
    'validation_failed',
    'Choose the column that says which user a row is about.',
  );
  await user.click(screen.getByRole('button', { name: 'Preview' }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Choose the column that says which user a row is about.');
  expect(screen.getByLabelText('Meaning of E-mail')).toHaveProperty('value', '');
});

test('a planned import leads back to its columns, with what was chosen', async () => {
  const server = new FakeServer();
  serveChain(server);
  const { file } = readFile();
  const options = {
    mapping: ['email' as const, 'full_name' as const, null, null],
    blank_clears: [],
    replace: [],
    deactivate_missing: true,
    meanings: [],
    invite_new: false,
  };
  serveRuns(server, [readFile({ state: 'planned', file, options, planned: counts({ updated: 312 }) })]);
  const { user } = await openApp('/runs/run-1', { server, signedInAs: profileWith() });
  await user.click(await screen.findByRole('button', { name: 'Back to columns' }));
  expect(await screen.findByLabelText('Meaning of Role')).toHaveProperty('value', '');
  expect(screen.getByRole('checkbox', { name: 'Deactivate users who are not in the file' })).toHaveProperty(
    'checked',
    true,
  );
});

test('a user who may neither add nor edit rows is offered no import', async () => {
  await openImport('/import/users', ['viewer']);
  await screen.findByText('You cannot import users');
  expect(screen.queryByRole('button', { name: 'Choose a file' })).toBeNull();
});

test('the import page exists only for users and locations', async () => {
  await openImport('/import/roles');
  await screen.findByRole('heading', { name: 'Page not found' });
});
