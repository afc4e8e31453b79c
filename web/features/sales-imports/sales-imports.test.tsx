import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listRegisters } from '../../../contract/registers.ts';
import * as contract from '../../../contract/sales-imports.ts';
import { serveChain } from '../../testing/fake-chain.ts';
import { makeRegister } from '../../testing/fake-registers.ts';
import { FakeServer } from '../../testing/fake-server.ts';
import { profileWith } from '../../testing/profiles.ts';
import { openApp } from '../../testing/render-app.tsx';

const file: contract.SalesImport = {
  ...{ id: 'import-1', about: 'closes', name: 'closes.csv', state: 'new', rows: 3, counts: null },
  register: { id: 'register-1', name: 'Mill Road registers' },
  locations: [{ id: 'mill', name: 'Mill Road 104' }],
  headers: ['Date', 'Beer', 'Snacks', 'Subtotal', 'Over'],
  samples: [['11/24/26', '1.00', '2.00', '3.00', '-1.05']],
  options: {
    mapping: [
      { is: 'date' },
      { is: 'of_department', name: 'Beer' },
      { is: 'of_department', name: 'Snacks' },
      { is: 'total' },
      { is: 'over_short' },
    ],
    row: 'shift',
  },
  totals: [{ column: 3, of: [1, 2] }],
  ...{ created_at: '2026-11-25T08:00:00.000Z', created_by: 'Ada Owner', can_undo: false },
};
const counts = { new: 1, changed: 1, unchanged: 0, refused: 1 };
const applied: contract.SalesImport = { ...file, state: 'applied', counts, can_undo: true };

const at = { location: { id: 'mill', name: 'Mill Road 104' }, grade: null, reason: null };
const preview: contract.SalesImportPreview = {
  changes: [
    {
      ...at,
      date: '2026-11-24',
      result: 'new',
      values: [{ field: 'merchandise', before: null, after: 300 }],
    },
    {
      ...{ ...at, date: '2026-11-25', result: 'changed' },
      values: [
        { field: 'merchandise', before: 500, after: 450 },
        { field: 'fuel_volume', before: null, after: 1500 },
        { field: 'tax', before: 10, after: null },
      ],
    },
    {
      ...at,
      date: '2026-11-26',
      result: 'refused',
      reason: "Line 4, Beer: 'x' is not a number.",
      values: [],
    },
  ],
  counts,
  left_out: [{ line: 5, text: "A total of other rows: 'Total'." }],
  left_out_count: 1,
};

async function open(path: string, { registers = [makeRegister()], roles = ['admin'] } = {}) {
  const server = new FakeServer();
  serveChain(server);
  server.answer(listRegisters, { registers });
  server.answer(contract.listSalesImports, { imports: [applied] });
  server.answer(contract.uploadSales, file);
  server.answer(contract.getSalesImport, file);
  server.answer(contract.previewSalesImport, preview);
  server.answer(contract.applySalesImport, applied);
  server.answer(contract.undoSalesImport, {
    ...{ ...applied, state: 'undone', can_undo: false },
    counts: { new: 0, changed: 1, unchanged: 0, refused: 1 },
  });
  return openApp(path, { server, signedInAs: profileWith(roles) });
}

const bodyOf = (server: FakeServer, path: string) => server.requests('POST', path).at(-1)?.body;

test('a file is uploaded for a connection, its columns are said, and nothing is changed before the preview', async () => {
  const { server, user } = await open('/import/sales');
  await screen.findByRole('button', { name: 'Choose a file' });
  screen.getByText('3 days: 1 new, 1 changed, 1 refused');
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (input) await user.upload(input, new File(['Date\n'], 'closes.csv'));
  await screen.findByRole('heading', { name: 'closes.csv' });
  expect(server.requests('POST', '/api/sales-imports')[0]?.query).toMatchObject({
    ...{ about: 'closes', register: 'register-1', name: 'closes.csv' },
  });
  screen.getByText('In all rows the sum of Beer + Snacks');
  screen.getByDisplayValue('Total of other columns, not counted');

  await user.selectOptions(screen.getByLabelText('A positive over/short means'), 'over');
  await user.selectOptions(screen.getByLabelText('Location of the whole file'), 'mill');
  await user.clear(screen.getByLabelText('Name for Beer'));
  await user.type(screen.getByLabelText('Name for Beer'), 'Beer and wine');
  await user.selectOptions(screen.getByLabelText('Meaning of Snacks'), 'Leave out');
  await user.click(screen.getByRole('button', { name: 'Preview' }));
  await screen.findByText('3 days: 1 new, 1 changes, 1 refused');
  expect(bodyOf(server, '/api/sales-imports/import-1/preview')).toEqual({
    mapping: [
      { is: 'date' },
      { is: 'of_department', name: 'Beer and wine' },
      null,
      { is: 'total' },
      { is: 'over_short' },
    ],
    ...{ row: 'shift', over_short: 'over', location_id: 'mill' },
  });
  const rows = within(screen.getByRole('list', { name: 'What the file changes' })).getAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual([
    'Mill Road 104Nov 24, 2026NewMerchandise$3.00',
    'Mill Road 104Nov 25, 2026ChangesMerchandise$5.00 →  becomes $4.50Gallons1.500Tax$0.10 →  becomes —',
    "Mill Road 104Nov 26, 2026RefusedLine 4, Beer: 'x' is not a number.",
  ]);
  screen.getByText("Line 5: A total of other rows: 'Total'.");
  // A preview is of the columns on screen.
  await user.selectOptions(screen.getByLabelText('What is a row?'), 'day');
  expect(screen.queryByRole('list', { name: 'What the file changes' })).toBeNull();
  expect(server.requests('POST', '/api/sales-imports/import-1/apply')).toEqual([]);
});

test('what is previewed is imported, and can be undone', async () => {
  const { user } = await open('/import/sales/import-1');
  await user.click(await screen.findByRole('button', { name: 'Preview' }));
  await user.click(await screen.findByRole('button', { name: 'Import 2 days' }));
  await screen.findByText('3 days: 1 new, 1 changed, 1 refused');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Undo' }));
  await screen.findByText('Undone: 1 day as before; 1 changed since and stay');
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('without a connection, daily closes cannot be imported, and fuel costs can', async () => {
  const { user } = await open('/import/sales', { registers: [] });
  await screen.findByText('No register connection yet');
  expect(screen.queryByRole('button', { name: 'Choose a file' })).toBeNull();
  await user.selectOptions(screen.getByLabelText('What is in the file'), 'costs');
  screen.getByRole('button', { name: 'Choose a file' });
});

test('a user who may not manage registers is told so', async () => {
  await open('/import/sales', { roles: ['viewer'] });
  await screen.findByText('No access to imports of sales');
});
