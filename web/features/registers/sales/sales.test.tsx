import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import * as contract from '../../../../contract/registers.ts';
import { createView, listViews, type ViewInput } from '../../../../contract/views.ts';
import { makeLocation, serveChain } from '../../../testing/fake-chain.ts';
import { makeDate, makeDates, makeDay, makeDayDetails, makeSales } from '../../../testing/fake-registers.ts';
import { FakeServer } from '../../../testing/fake-server.ts';
import { profileWith } from '../../../testing/profiles.ts';
import { openApp } from '../../../testing/render-app.tsx';

const id = '22222222-2222-4222-8222-222222222222';
const mill = makeLocation({ id, name: 'Mill Road 104', number: '104', time_zone: 'America/Chicago' });
const day = (changes: Partial<contract.SalesDay> = {}) => makeDay({ location_id: id, ...changes });

async function open(path: string, serve: (server: FakeServer) => void = () => {}, roles = ['admin']) {
  const server = new FakeServer();
  serveChain(server, { locations: [mill] });
  server.answer(contract.listReporting, { locations: [] });
  const before = makeDate({ trading_date: '2026-03-07', revenue: 3000, fuel: 2700 });
  server.answer(contract.listSalesDates, makeDates([before, makeDate()]));
  serve(server);
  return openApp(path, { server, signedInAs: profileWith(roles) });
}

test('the Sales page shows days with their parts, their sums and how they compare with a week before', async () => {
  const open_day = day({
    ...{ business_date: '2026-03-14', trading_date: '2026-03-15', state: 'open', ended: null },
    ...{ fuel: null, fuel_volume: null, revenue: 300, tax: null, marks: ['merchandise only'] },
  });
  await open('/sales', (server) => server.answer(contract.listSales, makeSales([open_day, day()])));
  const table = await screen.findByRole('table', { name: 'Sales by day' });
  const rows = within(within(screen.getByRole('region', { name: 'Sales' })).getByRole('table'))
    .getAllByRole('row')
    .slice(1);
  expect(table).toBeTruthy();
  const cells = rows.map((row) =>
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  );
  // A part that is not known is no 0.
  expect(cells[0]?.slice(1)).toEqual(['—', '—', '$3.00', '—', '1', '$3.00']);
  expect(cells[0]?.[0]).toContain('Mill Road 104Sun, Mar 15, 2026 · Open · merchandise only');
  expect(cells[1]?.slice(1)).toEqual(['$29.99', '10.000', '$3.00', '$0.24', '1', '$32.99']);
  expect(
    within(rows[1] as HTMLElement)
      .getByRole('link')
      .getAttribute('href'),
  ).toBe(`/locations/${id}/sales/2026-03-13`);
  const sums = within(await screen.findByRole('region', { name: 'Sums' }));
  // 32.99 after 30.00
  expect(sums.getByRole('button', { name: /^Revenue/ }).textContent).toBe('Revenue$33▲ 10.0 %');
  const [column] = within(sums.getByRole('group', { name: 'Revenue by day' })).getAllByRole('img');
  expect(column?.getAttribute('aria-label')).toBe(
    'Sat, Mar 14, 2026: Revenue $32.99, Fuel $29.99, Merchandise $3.00, ▲ 10.0 % to $30.00',
  );
});

test('the Sales page sorts by location, and saves what it shows as a view that leads back to it', async () => {
  const { user, server } = await open('/sales?day=open', (server) => {
    server.answer(contract.listSales, makeSales([day()]));
    server.answer(listViews, { views: [] });
    server.answer(createView, ({ body }) => ({
      ...(body as ViewInput),
      ...{ id: 'view-1', is_shared: false, is_own: true, gone: [], updated_at: '2026-03-14T00:00:00.000Z' },
    }));
  });
  await user.click(await screen.findByRole('button', { name: 'Location' }));
  await waitFor(() => expect(location.search).toContain('sort=location'));
  await user.click(screen.getByRole('button', { name: 'Location' }));
  await waitFor(() => expect(location.search).toContain('sort=-location'));
  await user.click(screen.getByRole('button', { name: 'Views' }));
  await user.click(await screen.findByRole('button', { name: 'Save current view…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Save view' }));
  await user.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Open');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByText('View Open saved');
  expect(server.requests('POST', '/api/views')[0]?.body).toMatchObject({
    ...{ list: 'sales', name: 'Open', query: 'day=open&sort=-location' },
  });
});

test('the Sales page filters and sorts in its URL, and exports what it shows', async () => {
  const { user, server } = await open('/sales', (server) => {
    server.answer(contract.listSales, makeSales([day()]));
    server.file(contract.exportSales, 'Day\r\n', 'sales.csv');
  });
  URL.createObjectURL = () => 'blob:sales';
  URL.revokeObjectURL = () => {};
  const table = within(await screen.findByRole('table', { name: 'Sales by day' }));
  await user.click(table.getByRole('button', { name: 'Revenue' }));
  await waitFor(() => expect(location.search).toBe('?sort=-revenue'));
  await user.click(screen.getByRole('button', { name: 'Day: All days' }));
  await user.click(await screen.findByRole('button', { name: 'Not closed' }));
  await waitFor(() => expect(location.search).toBe('?sort=-revenue&day=not_closed'));
  await user.click(screen.getByRole('button', { name: 'Location: All locations' }));
  await user.click(await screen.findByRole('button', { name: /Mill Road 104/ }));
  const asked = { sort: '-revenue', day: 'not_closed', location: id };
  await waitFor(() => expect(server.requests('GET', '/api/sales').at(-1)?.query).toMatchObject(asked));
  await user.click(screen.getByRole('button', { name: 'Export CSV' }));
  await waitFor(() =>
    expect(server.requests('GET', '/api/sales/export.csv')).toMatchObject([{ query: asked }]),
  );
});

test('the Sales page says what is empty and what failed, and leads to the locations that are missing', async () => {
  const missing = { id, name: 'Mill Road 104', number: '104', has_reported: false, is_silent: true };
  const { user, server } = await open('/sales', (server) => {
    server.answer(contract.listReporting, {
      locations: [
        { ...missing, last_file_at: '2026-03-14T10:00:00.000Z', last_date: '2026-03-14' },
        {
          ...missing,
          id: 'other',
          name: 'Harbor 7',
          ...{ has_reported: true, is_silent: false },
          last_file_at: null,
          last_date: null,
        },
      ],
    });
    server.refuse(contract.listSales, 'internal', 'The server failed.');
  });
  await screen.findByText(/The server failed/);
  server.answer(contract.listSales, { ...makeSales([]), from: null, to: null });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('No sales yet');
  await user.click(screen.getByRole('link', { name: 'Reporting' }));
  const rows = async () => {
    const table = within(await screen.findByRole('table', { name: 'Locations' }));
    return table.getAllByRole('row').slice(1);
  };
  const texts = (await rows()).map((row) => row.textContent);
  expect(texts).toEqual([
    expect.stringMatching(/^Mill Road 104 #104MissingSat, Mar 14, 2026.+, silent$/),
    'Harbor 7 #104ReportedNone yetNone yet',
  ]);
  await user.click(screen.getByRole('button', { name: 'Reported: All locations' }));
  await user.click(await screen.findByRole('button', { name: 'Missing' }));
  await screen.findByText('1 location');
  expect(location.search).toBe('?show=missing');
  // Nothing is both: the list says so, and offers the way back.
  await user.type(screen.getByRole('searchbox', { name: 'Search locations...' }), 'harbor');
  await user.click(await screen.findByRole('button', { name: 'Clear filters' }));
  await waitFor(async () => expect(await rows()).toHaveLength(2));
});

test('a user without the permission is told why there are no sales', async () => {
  await open('/sales', undefined, ['associate']);
  await screen.findByText('No access to sales');
});

test('the sales of a location show its days in location time, departments, grades and products', async () => {
  const { fuel_by_grade, departments, products } = makeDayDetails();
  const { user } = await open(`/locations/${id}/sales`, (server) => {
    server.answer(contract.getLocationSales, {
      ...{ days: [day()], fuel_by_grade, departments, products },
      ...{ problems: [], problem_count: 0 },
    });
    server.answer(contract.getSalesDay, {
      ...makeDayDetails({
        ...{ marks: ['Journal: $5.00 less than the day report', 'clock of the register'], location_id: id },
        refunds: null,
      }),
      journal: { fuel: 2499, merchandise: 300, tax: 24 },
    });
  });
  await screen.findByRole('heading', { name: 'Sales of Mill Road 104' });
  screen.getByText('Location time (Chicago)');
  const table = (name: string) =>
    within(screen.getByRole('table', { name }))
      .getAllByRole('row')
      .slice(1)
      .map((row) => [...row.children].map((cell) => cell.textContent));
  expect(table('Fuel by grade')).toEqual([['Grade 001', '10.000', '$30.49', '$0.50', '$29.99']]);
  expect(table('Departments')).toEqual([['Snacks (12)', 'Merchandise', '2', '$3.00', '$3.00']]);
  expect(table('Products')).toEqual([['Chips', '12345', '2']]);
  await user.click(screen.getByRole('link', { name: 'Sat, Mar 14, 2026' }));
  await screen.findByRole('heading', { name: 'Sat, Mar 14, 2026 at Mill Road 104' });
  screen.getByText('Mar 13 11:35 PM – Mar 14 11:35 PM, location time (Chicago)');
  const notes = within(screen.getByRole('list', { name: 'Notes' })).getAllByRole('listitem');
  expect(notes.map((note) => note.textContent)).toEqual([
    'Journal: $5.00 less than the day report',
    'clock of the register',
  ]);
  const fuel = within(screen.getByRole('region', { name: 'Figures' }));
  fuel.getByText('$24.99');
  // Nobody counted them.
  expect(fuel.getByText('Refunds').parentElement?.textContent).toBe('Refunds—');
  expect(screen.getByRole('link', { name: 'Register files' }).getAttribute('href')).toBe(
    `/register-files?location=${id}&business_date=2026-03-13`,
  );
});

const problemOf = (business_date: string, location_name = 'Airport 399') => ({
  ...{ location_id: id, location_name, business_date },
  problem: 'Its fuel adds up to more than $40,000,000.',
});

test('the Sales page names the days that are left out, the rest behind a button, and says it of the export', async () => {
  const problems = [problemOf('2025-03-03'), problemOf('2025-03-02', 'Mill Road 104')];
  const { user } = await open('/sales', (server) => {
    server.answer(contract.listSales, { ...makeSales([day()]), problems, problem_count: 25 });
    server.file(contract.exportSales, 'Day\r\n', 'sales.csv');
  });
  URL.createObjectURL = () => 'blob:sales';
  URL.revokeObjectURL = () => {};
  const banner = (await screen.findByText(/could not be computed/)).closest<HTMLElement>('[role=status]');
  if (!banner) throw new Error('It is a status');
  expect(banner.textContent).toContain(
    '25 days could not be computed and are left out: Airport 399, Mar 3, 2025 — Its fuel adds up to more than $40,000,000.',
  );
  expect(within(banner).getAllByRole('link')[0]?.getAttribute('href')).toBe(
    `/register-files?location=${id}&business_date=2025-03-03`,
  );
  await user.click(within(banner).getByRole('button', { name: 'Show all' }));
  const others = within(banner).getAllByRole('listitem');
  expect(others.map((row) => row.textContent)).toEqual([
    'Mill Road 104, Mar 2, 2025 — Its fuel adds up to more than $40,000,000.',
    'And 23 more.',
  ]);
  await user.click(within(banner).getByRole('button', { name: 'Show less', expanded: true }));
  within(banner).getByRole('button', { name: 'Show all', expanded: false });
  await user.click(screen.getByRole('button', { name: 'Export CSV' }));
  await screen.findByText('Exported without 25 days that could not be computed.');
});

test('the sales of a location name the day that is left out, also when it has no other', async () => {
  await open(`/locations/${id}/sales`, (server) => {
    server.answer(contract.getLocationSales, {
      ...{ days: [], fuel_by_grade: [], departments: [], products: [] },
      ...{ problems: [problemOf('2025-03-03')], problem_count: 1 },
    });
  });
  const sentence = await screen.findByText(/could not be computed/);
  expect(sentence.textContent).toBe(
    '1 day could not be computed and is left out: Mar 3, 2025 — Its fuel adds up to more than $40,000,000.',
  );
  expect(screen.queryByRole('button', { name: 'Show all' })).toBeNull();
  screen.getByText('No sales yet');
});

test('the products of the chain have a name, where they are sold and their last price', async () => {
  const product = { code: '12345', name: 'Chips', location_count: 1, location_ids: [id] };
  const { user, server } = await open('/products', (server) => {
    server.answer(contract.listProducts, {
      products: [
        { ...product, last_price: 149, last_sold_on: '2026-03-14' },
        { ...product, code: '9', name: null, last_price: null, last_sold_on: null },
      ],
      ...{ total: 2, next: null },
    });
  });
  const table = within(await screen.findByRole('table', { name: 'Products' }));
  await waitFor(() =>
    expect(
      table
        .getAllByRole('row')
        .slice(1)
        .map((row) => row.textContent),
    ).toEqual(['Chips12345Mill Road 104Mar 14, 2026$1.49', 'No name9Mill Road 104Not yet—']),
  );
  await user.type(screen.getByRole('searchbox', { name: 'Search products...' }), 'chips');
  await waitFor(() => expect(server.requests('GET', '/api/products').at(-1)?.query.q).toBe('chips'));
});
