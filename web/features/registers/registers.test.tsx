import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  type DepartmentKind,
  listRegisterDepartments,
  type RegisterDepartment,
  setDepartmentKind,
} from '../../../contract/departments.ts';
import * as contract from '../../../contract/registers.ts';
import { listWithdrawals } from '../../../contract/withdrawals.ts';
import { makeLocation, serveChain } from '../../testing/fake-chain.ts';
import { makeFile, makeRegister } from '../../testing/fake-registers.ts';
import { FakeServer } from '../../testing/fake-server.ts';
import { profileWith } from '../../testing/profiles.ts';
import { openApp } from '../../testing/render-app.tsx';

const mill = { id: '22222222-2222-4222-8222-222222222222', name: 'Mill Road 104', number: '104' };

async function open(path: string, serve: (server: FakeServer) => void, roles = ['admin']) {
  const server = new FakeServer();
  serveChain(server, { locations: [makeLocation(mill)] });
  server.answer(listWithdrawals, { withdrawals: [] });
  serve(server);
  return openApp(path, { server, signedInAs: profileWith(roles) });
}

type User = Awaited<ReturnType<typeof open>>['user'];

/** By the menu of the row. */
async function act(user: User, name: string) {
  await user.click(await screen.findByRole('button', { name: 'Actions for Mill Road registers' }));
  await user.click(await screen.findByRole('menuitem', { name }));
}

async function actsOf(user: User) {
  await user.click(await screen.findByRole('button', { name: 'Actions for Mill Road registers' }));
  const acts = (await screen.findAllByRole('menuitem')).map((item) => item.textContent);
  await user.keyboard('{Escape}');
  return acts;
}

test('RegistersPanel connects a register, and shows its key once', async () => {
  const registers: contract.Register[] = [];
  const { user, server } = await open('/settings?tab=registers', (server) => {
    server.answer(contract.listRegisters, () => ({ registers }));
    server.answer(contract.createRegister, ({ body }) => {
      const register = makeRegister({ ...(body as contract.RegisterInput), last_file_at: null, make: null });
      registers.push(register);
      return { register, key: 'crk_secret' };
    });
  });
  await screen.findByText('No register connected');
  await user.click(screen.getAllByRole('button', { name: 'Connect register' })[0] as HTMLElement);
  const dialog = within(await screen.findByRole('dialog', { name: 'Connect Register' }));
  await user.click(dialog.getByRole('button', { name: 'Connect' }));
  dialog.getByText('Name is required');
  dialog.getByText('Choose at least one location');
  await user.type(dialog.getByRole('textbox', { name: /Name/ }), 'Counter');
  // Enter takes the first location that is found, and submits nothing.
  await user.type(await dialog.findByRole('searchbox', { name: 'Filter locations' }), 'mill{Enter}');
  await waitFor(() =>
    expect(dialog.getByRole('checkbox', { name: /Mill Road 104/ })).toHaveProperty('checked', true),
  );
  expect(server.requests('POST', '/api/registers')).toEqual([]);
  await user.click(dialog.getByRole('checkbox', { name: 'Department sales are already net' }));
  await user.click(dialog.getByRole('button', { name: 'Connect' }));
  const shown = within(await screen.findByRole('dialog', { name: 'Key of Counter' }));
  expect(shown.getByLabelText('Key')).toHaveProperty('value', 'crk_secret');
  shown.getByText(/It won't be shown again/);
  expect(server.requests('POST', '/api/registers')).toMatchObject([
    {
      body: { name: 'Counter', location_ids: [mill.id], has_net_departments: true, lacks_check_digit: false },
    },
  ]);
  // Both systems have their commands, with the folder and without the key.
  const folder = shown.getByRole('textbox', { name: /^Folder/ });
  expect(folder).toHaveProperty('value', 'C:\\Register\\Out');
  shown.getByText(/^Register-ScheduledTask|New-ScheduledTaskAction/);
  await user.selectOptions(shown.getByRole('combobox', { name: /^System/ }), 'Linux');
  await user.clear(folder);
  await user.type(folder, '/mnt/out 50%');
  shown.getByText(`sudo curl -O ${window.location.origin}/canopy-sender.mjs`, { exact: false });
  shown.getByText(/ExecStart=.* --watch "\/mnt\/out 50%%" --to .* --key-file register\.key/);
  expect(shown.queryByText(/crk_secret/)).toBeNull();
  await user.click(shown.getByRole('button', { name: 'Done' }));
  const list = within(await screen.findByRole('table', { name: 'Registers' }));
  list.getByText('Counter');
  list.getByText('No file yet');
  expect(screen.queryByText('crk_secret')).toBeNull();
});

test('RegistersPanel asks before a key is revoked, and says which connection is silent', async () => {
  let register = makeRegister({ is_silent: true });
  const { user, server } = await open('/settings?tab=registers', (server) => {
    server.answer(contract.listRegisters, () => ({ registers: [register] }));
    server.answer(contract.revokeRegister, ({ body }) => {
      const { is_lost = false } = body as { is_lost?: boolean };
      register = { ...register, revoked_at: '2026-11-21T10:00:00.000Z', is_lost, is_silent: false };
      return register;
    });
  });
  await screen.findByText(/, silent$/);
  await act(user, 'Revoke key');
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Revoke Key' }));
  dialog.getByText(/revoke the key of "Mill Road registers"/);
  expect(dialog.getByRole('radio', { name: /its figures stay$/ })).toHaveProperty('checked', true);
  dialog.getByText('The files and figures so far stay as they are.');
  await user.click(dialog.getByRole('button', { name: 'Revoke' }));
  await screen.findByText(/^Key revoked/);
  expect(await actsOf(user)).not.toContain('Edit');
  // It turns out later that somebody has it.
  await act(user, 'Mark as lost');
  const later = within(await screen.findByRole('alertdialog', { name: 'Mark Key as Lost' }));
  later.getByText(/^Its days are recalculated/);
  expect(later.queryByRole('radio')).toBeNull();
  await user.click(later.getByRole('button', { name: 'Mark as lost' }));
  await screen.findByText(/^Revoked as lost or stolen/);
  expect(await actsOf(user)).toEqual(['Departments', 'New key', 'Withdraw files…']);
  const asked = server.requests('POST', '/api/registers/register-1/revoke').map(({ body }) => body);
  expect(asked).toEqual([{ is_lost: false }, { is_lost: true }]);
});

test('a revoked connection gets a new key, which is shown once', async () => {
  let register = makeRegister({ revoked_at: '2026-11-21T10:00:00.000Z', is_lost: true });
  const { user } = await open('/settings?tab=registers', (server) => {
    server.answer(contract.listRegisters, () => ({ registers: [register] }));
    server.answer(contract.replaceRegisterKey, () => {
      register = makeRegister({ key_hint: 'crk_new1' });
      return { register, key: 'crk_new1_secret' };
    });
  });
  await act(user, 'New key');
  const dialog = within(await screen.findByRole('alertdialog', { name: 'New Key' }));
  dialog.getByText(/works again with a new key/);
  dialog.getByText(/^What was sent with the lost key then counts as before/);
  await user.click(dialog.getByRole('button', { name: 'Make new key' }));
  const shown = within(await screen.findByRole('dialog', { name: 'Key of Mill Road registers' }));
  expect(shown.getByLabelText('Key')).toHaveProperty('value', 'crk_new1_secret');
  await user.click(shown.getByRole('button', { name: 'Done' }));
  expect((await actsOf(user)).at(-1)).toBe('Revoke key');
});

test('a key that was lost or stolen is revoked as that', async () => {
  let register = makeRegister();
  const { user, server } = await open('/settings?tab=registers', (server) => {
    server.answer(contract.listRegisters, () => ({ registers: [register] }));
    server.answer(contract.revokeRegister, () => {
      register = { ...register, revoked_at: '2026-11-21T10:00:00.000Z', is_lost: true };
      return register;
    });
  });
  await act(user, 'Revoke key');
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Revoke Key' }));
  await user.click(dialog.getByRole('radio', { name: /^The key was lost or stolen/ }));
  dialog.getByText(/^Its days are recalculated/);
  await user.click(dialog.getByRole('button', { name: 'Revoke' }));
  await screen.findByText('Key of Mill Road registers revoked as lost or stolen');
  expect(server.requests('POST', '/api/registers/register-1/revoke')[0]?.body).toEqual({ is_lost: true });
});

test('the number that the first file fixed is corrected on the screen', async () => {
  let register = makeRegister({ store_number: '9', location_ids: [mill.id] });
  const { user, server } = await open('/settings?tab=registers', (server) => {
    server.answer(contract.listRegisters, () => ({ registers: [register] }));
    server.answer(contract.updateRegister, ({ body }) => {
      register = { ...register, ...(body as Partial<contract.Register>) };
      return register;
    });
  });
  await act(user, 'Edit');
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Register' }));
  const number = dialog.getByRole('textbox', { name: /^Number in its files/ });
  await user.clear(number);
  await user.click(dialog.getByRole('button', { name: 'Update' }));
  await dialog.findByText('Required');
  await user.type(number, '0104');
  await user.click(dialog.getByRole('button', { name: 'Update' }));
  await screen.findByText('Mill Road registers updated');
  expect(server.requests('PATCH', '/api/registers/register-1')[0]?.body).toMatchObject({
    store_number: '0104',
  });
});

test('DepartmentsDialog says where one register differs from the chain', async () => {
  let departments: RegisterDepartment[] = [
    {
      ...{ code: '7', name: 'Lotto', kind: 'excluded', basis: 'proposed' },
      ...{ own_kind: null, chain_kind: 'excluded' },
    },
    {
      ...{ code: '12', name: 'Snacks', kind: 'fuel', basis: 'decided' },
      ...{ own_kind: 'fuel', chain_kind: 'merchandise' },
    },
  ];
  const { user, server } = await open('/settings?tab=registers', (server) => {
    server.answer(contract.listRegisters, { registers: [makeRegister()] });
    server.answer(listRegisterDepartments, () => ({ departments }));
    server.answer(setDepartmentKind, ({ body }) => {
      const { code, kind } = body as { code: string; kind: DepartmentKind | null };
      departments = departments.map((one) => (one.code === code ? { ...one, own_kind: kind } : one));
      return { departments };
    });
  });
  await act(user, 'Departments');
  const dialog = within(await screen.findByRole('dialog'));
  const kindOf = (name: string) => dialog.getByLabelText<HTMLSelectElement>(`Kind of ${name}`);
  await dialog.findByText('Proposed');
  expect(kindOf('Lotto').selectedOptions[0]?.textContent).toBe('Excluded, as the chain');
  expect(kindOf('Snacks').selectedOptions[0]?.textContent).toBe('Fuel');
  await user.selectOptions(kindOf('Lotto'), 'Merchandise');
  await waitFor(() => expect(kindOf('Lotto').value).toBe('merchandise'));
  await user.selectOptions(kindOf('Snacks'), 'Merchandise, as the chain');
  await waitFor(() => expect(kindOf('Snacks').value).toBe(''));
  expect(server.requests('PUT', '/api/registers/register-1/departments').map(({ body }) => body)).toEqual([
    { code: '7', kind: 'merchandise' },
    { code: '12', kind: null },
  ]);
});

test('a reader of registers sees connections, and changes none', async () => {
  const { user } = await open(
    '/settings?tab=registers',
    (server) =>
      server.answer(contract.listRegisters, { registers: [makeRegister({ is_manageable: false })] }),
    ['viewer'],
  );
  await screen.findByRole('table', { name: 'Registers' });
  expect(screen.queryByRole('button', { name: 'Connect register' })).toBeNull();
  expect(await actsOf(user)).toEqual(['Departments']);
});

test('the page of register files says what became of each file and why, and reads one again', async () => {
  let refused = makeFile({
    ...{ id: 'file-2', name: 'PJR1.xml', outcome: 'waiting', location: null, store_number: '999' },
    ...{ reason: 'No location has the number 999.', document: 'PJR', business_date: null },
  });
  const { user, server } = await open('/register-files', (server) => {
    server.answer(contract.listRegisterFiles, () => ({ files: [refused, makeFile()], next: null }));
    server.answer(contract.readRegisterFileAgain, () => {
      refused = makeFile({ id: 'file-2', name: 'PJR1.xml', document: 'PJR' });
      return refused;
    });
  });
  const table = within(await screen.findByRole('table', { name: 'Register files' }));
  const [first, second] = table.getAllByRole('row').slice(1);
  expect(first?.textContent).toContain('PJR1.xmlJournal · 2');
  expect(first?.textContent).toContain('WaitingNo location has the number 999.Location number 999');
  expect(second?.textContent).toContain('AcceptedMill Road 104Mar 13');
  screen.getByText('2 files');
  await user.click(screen.getByRole('button', { name: 'Read again: PJR1.xml' }));
  await screen.findByText('PJR1.xml: Accepted');
  await user.click(screen.getByRole('button', { name: 'Outcome: All outcomes' }));
  await user.click(await screen.findByRole('button', { name: 'Refused' }));
  await waitFor(() =>
    expect(server.requests('GET', '/api/register-files').at(-1)?.query).toMatchObject({ outcome: 'refused' }),
  );
});

test('a chosen district says why its files cannot be withdrawn', async () => {
  const district = crypto.randomUUID();
  await open(`/register-files?district=${district}`, (server) => {
    server.answer(contract.listRegisterFiles, { files: [], next: null });
  });
  const button = await screen.findByRole('button', { name: 'Withdraw files…' });
  expect(button).toHaveProperty('disabled', true);
  expect(button.dataset.tooltip).toMatch(/^Files of one location or of all are withdrawn, not of a district/);
});

test('files are added by hand, and each that is not simply accepted is named with its reason', async () => {
  const { user, server } = await open('/register-files', (server) => {
    server.answer(contract.listRegisterFiles, { files: [], next: null });
    server.answer(contract.uploadRegisterFile, ({ query: { name = '' } }) => {
      const isGood = name === 'good.xml';
      const reason = isGood ? null : 'Line 3: the file is cut off.';
      const outcome: contract.FileOutcome = isGood ? 'accepted' : 'refused';
      return { files: [{ name, outcome, reason }] };
    });
  });
  await screen.findByText('No register files yet');
  const files = ['good.xml', 'cut.xml'].map((name) => new File(['<x/>'], name, { type: 'text/xml' }));
  await user.upload(screen.getByLabelText('File'), files);
  const receipt = await screen.findByText('2 files: 1 accepted, 1 refused.');
  expect(receipt.parentElement?.textContent).toContain('cut.xml: Refused. Line 3: the file is cut off.');
  expect(receipt.parentElement?.textContent).not.toContain('good.xml');
  expect(server.requests('POST', '/api/register-files/by-hand')).toHaveLength(2);
});

test('the page of a location has a card of its registers, and none without', async () => {
  await open(`/locations/${mill.id}`, (server) => {
    server.answer(contract.listRegisters, { registers: [makeRegister()] });
  });
  const card = within(await screen.findByRole('region', { name: 'Registers' }));
  card.getByText('Mill Road registers');
  card.getByText('Verifone 53.41');
  expect(card.getByRole('link', { name: 'Sales' }).getAttribute('href')).toBe(`/locations/${mill.id}/sales`);
});
