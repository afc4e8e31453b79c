import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import * as contract from '../../../contract/sales-imports.ts';
import { makeLocation, serveChain } from '../../testing/fake-chain.ts';
import { FakeServer } from '../../testing/fake-server.ts';
import { profileWith } from '../../testing/profiles.ts';
import { openApp } from '../../testing/render-app.tsx';

const millRoad = makeLocation({ name: 'Mill Road 104' });
const file: contract.SalesImport = {
  ...{ id: 'import-1', about: 'closes', name: 'closes.csv', state: 'new', rows: 3, counts: null },
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
  ...{ created_at: '2026-11-25T08:00:00.000Z', created_by: 'Ada Owner' },
  ...{ left_out: [], left_out_count: 0 },
};
const counts = { new: 1, changed: 1, not_counted: 1, unchanged: 0, refused: 1 };
const applied: contract.SalesImport = {
  ...{ ...file, id: 'import-2', name: 'week.csv', state: 'applied', counts },
  left_out: [{ line: 4, text: "Line 4, Beer: 'x' is not a number." }],
  left_out_count: 101,
};

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

async function open(path: string, { roles = ['admin'] } = {}) {
  const server = new FakeServer();
  serveChain(server, { locations: [millRoad] });
  let imports = [file, applied];
  server.answer(contract.listSalesImports, () => ({ imports }));
  server.answer(contract.discardSalesImport, () => {
    imports = [applied];
    return undefined;
  });
  server.answer(contract.uploadSales, file);
  server.answer(contract.getSalesImport, file);
  server.answer(contract.previewSalesImport, preview);
  server.answer(contract.applySalesImport, { ...applied, id: file.id });
  server.answer(contract.undoSalesImport, {
    ...{ ...applied, id: file.id, state: 'undone' },
    counts: { new: 0, changed: 1, not_counted: 2, unchanged: 0, refused: 1 },
  });
  return openApp(path, { server, signedInAs: profileWith(roles) });
}

const bodyOf = (server: FakeServer, path: string) => server.requests('POST', path).at(-1)?.body;

test('a file is uploaded, its columns are said, and nothing is changed before the preview', async () => {
  const { server, user } = await open('/import/sales');
  await screen.findByRole('button', { name: 'Choose a file' });
  await screen.findByText('4 days: 1 new, 1 changed, 1 not counted (the register reported), 1 refused');
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (input) await user.upload(input, new File(['Date\n'], 'closes.csv'));
  await screen.findByRole('heading', { name: 'closes.csv' });
  expect(server.requests('POST', '/api/sales-imports')[0]?.query).toMatchObject({
    ...{ about: 'closes', name: 'closes.csv' },
  });
  screen.getByText('In all rows the sum of Beer + Snacks');
  screen.getByDisplayValue('Total of other columns, not counted');

  await user.selectOptions(screen.getByLabelText('A positive over/short means'), 'over');
  const place = within(screen.getByRole('group', { name: 'Location of the whole file' }));
  await user.click(await place.findByRole('button', { name: /Mill Road/ }));
  await user.clear(screen.getByLabelText('Name for Beer'));
  await user.type(screen.getByLabelText('Name for Beer'), 'Beer and wine');
  await user.selectOptions(screen.getByLabelText('Meaning of Snacks'), 'Leave out');
  await user.click(screen.getByRole('button', { name: 'Preview' }));
  await screen.findByText('4 days: 1 new, 1 changes, 1 not counted, 1 refused');
  expect(bodyOf(server, '/api/sales-imports/import-1/preview')).toEqual({
    mapping: [
      { is: 'date' },
      { is: 'of_department', name: 'Beer and wine' },
      null,
      { is: 'total' },
      { is: 'over_short' },
    ],
    ...{ row: 'shift', over_short: 'over', location_id: millRoad.id },
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
  await user.click(await screen.findByRole('button', { name: 'Import 3 days' }));
  await screen.findByText('4 days: 1 new, 1 changed, 1 not counted (the register reported), 1 refused');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Undo' }));
  await screen.findByText('Undone: 3 days as before; 1 changed since and stay');
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('an import that is not applied stands in the list, is continued with its choices, or is discarded', async () => {
  const { user } = await open('/import/sales');
  const list = await screen.findByRole('list', { name: 'Earlier imports' });
  const rows = () => within(list).getAllByRole('listitem');
  expect(rows().map((row) => within(row).getByRole('link').textContent)).toEqual(['closes.csv', 'week.csv']);
  within(rows()[0] as HTMLElement).getByText('Not imported yet');
  expect(within(rows()[1] as HTMLElement).queryByRole('button')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Discard closes.csv' }));
  await vi.waitFor(() => expect(rows()).toHaveLength(1));
});

test('the result repeats the rows that were not imported', async () => {
  const { user } = await open('/import/sales/import-1');
  await user.click(await screen.findByRole('button', { name: 'Preview' }));
  await user.click(await screen.findByRole('button', { name: 'Import 3 days' }));
  const card = within(await screen.findByRole('region', { name: 'Not imported' }));
  card.getByRole('heading', { name: '101 rows of the file not imported' });
  card.getByText("Line 4: Line 4, Beer: 'x' is not a number.");
  card.getByText('And 100 more.');
  card.getByRole('button', { name: 'Rows to fix (CSV)' });
});

test('a user who may not manage registers is told so', async () => {
  await open('/import/sales', { roles: ['viewer'] });
  await screen.findByText('No access to imports of sales');
});
