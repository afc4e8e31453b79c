import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import * as contract from '../../../../contract/registers.ts';
import {
  compareSales,
  exportCompared,
  exportSalesByLocation,
  exportSalesByState,
  listLeftOut,
  listSalesByLocation,
  listSalesByState,
} from '../../../../contract/sales.ts';
import {
  breakDownSales,
  exportBreakdown,
  nameFuelGrade,
  type SalesPart,
} from '../../../../contract/sales-breakdown.ts';
import { createView, listViews, type ViewInput } from '../../../../contract/views.ts';
import { makeLocation, serveChain } from '../../../testing/fake-chain.ts';
import {
  makeColumn,
  makeCompared,
  makeDay,
  makeLocationSales,
  makeSales,
} from '../../../testing/fake-registers.ts';
import { FakeServer } from '../../../testing/fake-server.ts';
import { profileWith } from '../../../testing/profiles.ts';
import { openApp } from '../../../testing/render-app.tsx';
import { setScreen } from '../../../testing/screen-size.ts';

const id = '22222222-2222-4222-8222-222222222222';
const mill = makeLocation({ id, name: 'Mill Road 104', number: '104', time_zone: 'America/Chicago' });
const harborId = '33333333-3333-4333-8333-333333333333';
const harbor = makeLocation({ id: harborId, name: 'Harbor 7', number: '7' });
const ofMill = { id, name: 'Mill Road 104', number: '104', us_state: 'NY' };
const out = { location: ofMill, trading_date: '2026-03-14' };
const day = (changes: Partial<contract.SalesDay> = {}) => makeDay({ location_id: id, ...changes });

async function open(path: string, serve: (server: FakeServer) => void = () => {}, roles = ['admin']) {
  const server = new FakeServer();
  serveChain(server, { locations: [mill, harbor] });
  server.answer(contract.listReporting, { locations: [] });
  server.answer(compareSales, makeCompared([makeColumn()]));
  server.answer(contract.listSales, makeSales([]));
  server.answer(listSalesByLocation, {
    ...{
      from: '2026-03-14',
      to: '2026-03-14',
      against: 'week',
      base: null,
      locations: [],
      total: 0,
      next: null,
    },
  });
  serve(server);
  return openApp(path, { server, signedInAs: profileWith(roles) });
}

/** Of the list of days: the one above it asks for one row. */
const asked = (server: FakeServer) =>
  server.requests('GET', '/api/sales').findLast(({ query }) => query.limit !== '1')?.query;
const sums = async () => within(await screen.findByRole('region', { name: 'Sums' }));
const cellsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    );

test('the sums say how the same locations did, gallons and merchandise in color, and which days it is of', async () => {
  const { compared } = makeCompared([makeColumn()]);
  const left_out = [
    { reason: 'not_closed' as const, side: 'now' as const, locations: 2, days: 9 },
    { reason: 'missing' as const, side: 'base' as const, locations: 1, days: 2 },
  ];
  const holidays = [{ side: 'now' as const, date: '2026-03-14', name: 'Pi Day' }];
  const { user } = await open('/sales', (server) => {
    server.answer(
      compareSales,
      makeCompared([makeColumn(), makeColumn({ from: '2026-03-15', missing: 1 }), today], {
        compared: compared && {
          ...compared,
          ...{ locations: 57, of: 60, left_out, is_without_today: true, holidays },
          counted_differently: { before: '2026-03-13', locations: 2 },
        },
      }),
    );
  });
  const card = await sums();
  const tile = (name: string) => card.getByRole('button', { name: new RegExp(`^${name}`) });
  await waitFor(() => expect(tile('Revenue').textContent).toBe('Revenue$33▲ 10.0 %'));
  // Fuel that gets dearer makes no location better.
  expect(within(tile('Revenue')).getByText('▲ 10.0 %').className).toContain('text-ink-soft');
  expect(within(tile('Merchandise')).getByText('▼ 25.0 %').className).toContain('text-bad');
  expect(within(tile('Gallons')).getByText('▲ 11.1 %').className).toContain('text-good');
  expect(tile('Gallons').getAttribute('data-tooltip')).toBe('10.000');
  card.getByText('Same locations: 57 of 60 compared, Mar 14–15 with Mar 7–8.');
  card.getByText(
    /Today is not compared. Only in these days: Pi Day \(Mar 14\)\. Counted differently before Mar 13 at 2 locations: from/,
  );
  const chart = within(card.getByRole('group', { name: 'Revenue by day' }));
  expect(chart.getAllByRole('button').map((column) => column.getAttribute('aria-label'))).toEqual([
    'Sat, Mar 14, 2026: Revenue $32.99, Fuel $29.99, Merchandise $3.00, ▲ 10.0 % to $30.00',
    'Sun, Mar 15, 2026: Revenue $32.99, Fuel $29.99, Merchandise $3.00, ▲ 10.0 % to $30.00, 1 missing',
    'Mon, Mar 16, 2026: Revenue —, Fuel —, Merchandise $3.00, so far',
  ]);
  const link = card.getByRole('link', { name: '9 not closed, 2 missing' });
  expect(link.getAttribute('href')).toBe('/sales?show=left_out');
  await user.click(tile('Merchandise'));
  card.getByRole('group', { name: 'Merchandise by day' });
  expect(location.search).toBe('?figure=merchandise');
  await user.click(card.getByRole('button', { name: 'Table' }));
  expect(cellsOf(card.getByRole('table', { name: 'Sales by day' }))).toEqual([
    ['Mon, Mar 16, 2026so far', '—', '—', '$3.00', '$0.24', '1', '—'],
    ['Sun, Mar 15, 20261 missing', ...row],
    ['Sat, Mar 14, 2026', ...row],
    ['3 days', ...row],
  ]);
});

const soFar = {
  ...{ until: { from: 14, to: 14 }, locations: 41 },
  now: { fuel: 1, fuel_volume: 1031, merchandise: 992, sales: 1 },
  base: { fuel: 1, fuel_volume: 1000, merchandise: 1000, sales: 1 },
};
test.each([
  ['Today until 2 PM: ▲ 3.1 % gallons, ▼ 0.8 % merchandise at 41 locations.', soFar],
  [
    'Today until 9 AM to noon, depending on the location: ▼ 0.8 % merchandise at 1 location.',
    {
      ...{ ...soFar, until: { from: 9, to: 12 }, locations: 1 },
      now: { ...soFar.now, fuel_volume: null },
      base: { ...soFar.base, fuel_volume: null },
    },
  ],
])('today is said until the same hour, apart from what is compared: %s', async (text, said) => {
  const { compared } = makeCompared([today]);
  await open('/sales?period=today', (server) => {
    const nothing = compared && { ...compared, pairs: 0, is_without_today: true };
    server.answer(compareSales, makeCompared([today], { compared: nothing, today: said }));
  });
  const line = await (await sums()).findByText(/^Today until/);
  expect(line.textContent).toBe(text);
  expect(within(line).getByText('▼ 0.8 %').className).toContain('text-bad');
  expect(line.parentElement?.textContent).toBe(text);
});

const row = ['$29.99', '10.000▲ 11.1 %', '$3.00▼ 25.0 %', '$0.24', '1', '$32.99'];
const today = makeColumn({
  ...{ from: '2026-03-16', closed: 0, missing: null, compared: null, is_so_far: true },
  ...{ fuel: null, fuel_volume: null, revenue: null },
});

test('Enter on a day of the chart shows its locations, and on a month its days', async () => {
  const { user, server } = await open('/sales?period=year_to_date', (server) => {
    server.answer(compareSales, ({ query: { from } }) =>
      from
        ? makeCompared([makeColumn(), makeColumn({ from: '2026-03-15' })])
        : makeCompared(
            [
              makeColumn({ from: '2026-02-01', to: '2026-02-28' }),
              makeColumn({ from: '2026-03-01', to: '2026-03-15' }),
            ],
            { by: 'month' },
          ),
    );
  });
  const months = within(await screen.findByRole('group', { name: 'Revenue by month' }));
  months.getAllByRole('button').at(-1)?.focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(location.search).toBe('?from=2026-03-01&to=2026-03-15'));
  const days = within(await screen.findByRole('group', { name: 'Revenue by day' }));
  days.getAllByRole('button')[0]?.focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(location.search).toBe('?from=2026-03-14&to=2026-03-14&show=locations'));
  await screen.findByRole('heading', { name: 'By location' });
  await waitFor(() =>
    expect(server.requests('GET', '/api/sales/by-location').at(-1)?.query).toEqual({
      ...{ from: '2026-03-14', to: '2026-03-14', limit: '50' },
    }),
  );
});

test.each([
  { by: 'month' as const, empty: 9, drawn: 2 },
  // A week stays whole.
  { by: 'day' as const, empty: 5, drawn: 7 },
  { by: 'day' as const, empty: 28, drawn: 7 },
])('the empty lead of $empty columns by $by is cut', async ({ by, empty, drawn }) => {
  const none = { days: 0, closed: 0, missing: null, fuel: null, merchandise: null, revenue: null };
  const dates = Array.from({ length: empty + 2 }, (_, index) =>
    new Date(Date.UTC(2026, by === 'month' ? index : 0, by === 'month' ? 1 : index + 1))
      .toISOString()
      .slice(0, 10),
  );
  const columns = dates.map((from, index) => makeColumn({ from, to: from, ...(index < empty && none) }));
  await open('/sales', (server) => server.answer(compareSales, makeCompared(columns, { by })));
  const chart = within(await screen.findByRole('group', { name: `Revenue by ${by}` }));
  expect(chart.getAllByRole('button')).toHaveLength(drawn);
});

test.each([
  { columns: [makeColumn()], says: 'one day says no more than its sums' },
  { columns: [], says: 'no day has nothing to draw' },
])('$says', async ({ columns }) => {
  await open('/sales?period=yesterday', (server) => {
    server.answer(compareSales, { ...makeCompared(columns), from: '2026-03-14', to: '2026-03-14' });
  });
  await waitFor(async () => expect((await sums()).getByText(/^Same locations/)).toBeTruthy());
  expect(screen.queryByRole('group', { name: 'Revenue by day' })).toBeNull();
});

test('without a comparison there is no change, and without a pair the page says why', async () => {
  const none = { ...makeCompared([makeColumn({ compared: null }), today]), against: 'none' as const };
  const { server } = await open('/sales?against=none', (server) => {
    server.answer(compareSales, { ...none, base: null, compared: null });
  });
  const card = await sums();
  await card.findByText('Not compared.');
  expect(card.getByRole('button', { name: /^Revenue/ }).textContent).toBe('Revenue$33');
  expect(card.queryByText(/^Same locations/)).toBeNull();
  const { compared } = makeCompared([makeColumn()]);
  const unknown = { fuel_volume: null, merchandise: null, fuel: null, revenue: null, tax: null, sales: null };
  server.answer(
    compareSales,
    makeCompared([makeColumn({ compared: null })], {
      compared: compared && { ...compared, ...{ pairs: 0, locations: 0, now: unknown, base: unknown } },
    }),
  );
  await open('/sales', (other) => {
    other.answer(
      compareSales,
      makeCompared([makeColumn({ compared: null })], {
        compared: compared && { ...compared, ...{ pairs: 0, locations: 0, now: unknown, base: unknown } },
      }),
    );
  });
  await screen.findByText(/Nothing to compare/);
  expect((await sums()).getByRole('button', { name: /^Revenue/ }).textContent).toBe('Revenue$33—');
});

test('the locations show their changes and what is missing, and are sorted by them', async () => {
  const { user, server } = await open('/sales?period=last_week', (server) => {
    server.answer(listSalesByLocation, {
      ...{ from: '2026-03-09', to: '2026-03-15', against: 'week', base: null, total: 1, next: null },
      locations: [makeLocationSales({ location: ofMill, days: 6, closed: 5, not_closed: 1, missing: 1 })],
    });
    const sold = (date: string, merchandise: number | null, state: contract.SalesDay['state'] = 'closed') =>
      day({ business_date: date, trading_date: date, merchandise, state });
    server.answer(
      contract.listSales,
      // The 11th is unknown, and the 14th is not over.
      makeSales([
        ...[sold('2026-03-14', 900, 'open'), sold('2026-03-13', 300), sold('2026-03-12', 100)],
        ...[sold('2026-03-11', null), sold('2026-03-10', 200)],
      ]),
    );
  });
  const changed = within(await screen.findByRole('list', { name: 'Most changed: Merchandise' }));
  await waitFor(() =>
    expect(changed.getAllByRole('listitem').map((one) => one.textContent)).toEqual([
      'Mill Road 104$3−$1▼ 25.0 %',
    ]),
  );
  const line = () => changed.getByRole('listitem').querySelector('path')?.getAttribute('d');
  await waitFor(() => expect(line()).toBe('M16.7 10.0h0M31.3 18.0h0L38.7 2.0'));
  expect(server.requests('GET', '/api/sales').at(-1)?.query).toEqual({
    ...{ location: id, from: '2026-03-08', to: '2026-03-14', limit: '500' },
  });
  await user.click(screen.getByRole('button', { name: 'Locations' }));
  const table = await screen.findByRole('table', { name: 'Sales by location' });
  expect(cellsOf(table)).toEqual([['Mill Road 104NY · 1 missing · 1 not closed', ...row]]);
  await user.click(within(table).getAllByRole('button', { name: 'Change' })[1] as HTMLElement);
  await waitFor(() => expect(location.search).toContain('sort=-merchandise_change'));
  expect(server.requests('GET', '/api/sales/by-location').at(-1)?.query).toMatchObject({
    ...{ period: 'last_week', sort: '-merchandise_change' },
  });
  expect(within(table).getByRole('link').getAttribute('href')).toBe(
    `/locations/${id}/sales?period=last_week`,
  );
});

test('the states show the sums of their locations, and lead to these', async () => {
  const { user, server } = await open('/sales?period=last_week&show=states&sort=-fuel', (server) => {
    const { location: _, ranks: __, ...sums } = makeLocationSales({ missing: 1 });
    server.answer(listSalesByState, {
      ...{ from: '2026-03-09', to: '2026-03-15', against: 'week', base: null },
      states: [
        { ...sums, us_state: 'NY', locations: 2 },
        { ...sums, us_state: 'VT', locations: 1, missing: 0 },
      ],
    });
    server.file(exportSalesByState, 'State\r\n', 'sales.csv');
  });
  const table = await screen.findByRole('table', { name: 'Sales by state' });
  expect(cellsOf(table)).toEqual([
    ['New York2 locations · 1 day missing', ...row],
    ['Vermont1 location', ...row],
  ]);
  URL.createObjectURL = () => 'blob:sales';
  URL.revokeObjectURL = () => {};
  await user.click(screen.getByRole('button', { name: 'Export CSV' }));
  await waitFor(() =>
    expect(server.requests('GET', '/api/sales/by-state/export.csv').at(-1)?.query).toEqual({
      period: 'last_week',
    }),
  );
  await user.click(within(table).getByRole('button', { name: 'Vermont' }));
  await waitFor(() => expect(location.search).toBe('?period=last_week&show=locations&us_state=VT'));
});

const part = (changes: Partial<SalesPart>): SalesPart => ({
  ...{
    code: '12',
    key: 'snacks',
    name: 'Snacks',
    counts_as: 'merchandise',
    location: null,
    from: null,
    to: null,
  },
  ...{ gross: 450, discounts: 50, promotions: null, refunds: 100, amount: 300, quantity: 2000, count: null },
  ...{
    days: 7,
    ...{ days_without_quantity: 0, days_without_gross: 0, days_without_discounts: 0 },
    ...{ days_without_promotions: 0, days_without_refunds: 0 },
    proposed: null,
    undecided: null,
    costed: null,
  },
  ...changes,
});

test('departments are of all locations, one of them is of each location and each month, and says what nobody decided', async () => {
  const { user, server } = await open('/sales?show=departments&period=last_week', (server) => {
    server.answer(breakDownSales, ({ query: { code } }) => ({
      ...{ from: '2026-03-09', to: '2026-03-15', total: 2, next: null },
      parts: code
        ? [part({ location: ofMill })]
        : [
            part({
              ...{ undecided: 300, quantity: 500, days_without_quantity: 3, days_without_gross: 1 },
              // Of those that nobody knows nothing is said.
              ...{ days_without_discounts: 2, days_without_promotions: 7, days_without_refunds: 6 },
            }),
            part({ code: '20', key: '', name: null, counts_as: 'excluded', proposed: 300, quantity: null }),
          ],
    }));
    server.file(exportBreakdown, 'Department\\r\\n', 'sales.csv');
  });
  URL.createObjectURL = () => 'blob:sales';
  URL.revokeObjectURL = () => {};
  const table = await screen.findByRole('table', { name: 'Sales by department' });
  const sums = ['$4.50', '$0.50', '—', '$1.00', '$3.00'];
  expect(cellsOf(table)).toEqual([
    // The gross of some days is no gross of all.
    [
      ...['Snacks (12)', 'Merchandise · undecided', '0.5of 4 of 7 days', '$4.50of 6 of 7 days'],
      ...['$0.50of 5 of 7 days', '—', '$1.00of 1 of 7 days', '$3.00'],
    ],
    // Unknown units are no 0.
    ['Code 20', 'Excluded · proposed', '—', ...sums],
  ]);
  await user.click(within(table).getByRole('button', { name: 'Snacks (12)' }));
  await waitFor(() =>
    expect(cellsOf(screen.getByRole('table', { name: 'Sales by department' }))).toEqual([
      ['Mill Road 104', 'Merchandise', '2', ...sums],
    ]),
  );
  await user.click(screen.getByRole('button', { name: 'By month' }));
  const of = { of: 'department', period: 'last_week', code: '12', key: 'snacks', by: 'month' };
  await waitFor(() =>
    expect(server.requests('GET', '/api/sales/breakdown').at(-1)?.query).toEqual({ ...of, limit: '100' }),
  );
  await user.click(screen.getByRole('button', { name: 'Export CSV' }));
  await waitFor(() =>
    expect(server.requests('GET', '/api/sales/breakdown/export.csv').at(-1)?.query).toEqual(of),
  );
  await user.click(screen.getByRole('button', { name: 'All departments' }));
  expect(location.search).toBe('?show=departments&period=last_week');
});

test('a grade has its gallons, price and margin, and no margin without a cost', async () => {
  const grade = {
    key: '',
    counts_as: null,
    promotions: null,
    refunds: null,
    quantity: 10_000,
    amount: 30_490,
  };
  const { user, server } = await open('/sales?show=grades', (server) => {
    server.answer(nameFuelGrade, { code: '002', name: 'Plus' });
    server.answer(breakDownSales, {
      ...{ from: '2026-03-09', to: '2026-03-15', total: 2, next: null },
      parts: [
        part({
          ...grade,
          code: '001',
          name: 'Regular',
          costed: { quantity: 5000, amount: 15_245, cost: 14_000 },
        }),
        part({ ...grade, code: '002', name: null, quantity: 0 }),
      ],
    });
  });
  expect(cellsOf(await screen.findByRole('table', { name: 'Sales by grade' }))).toEqual([
    ['Regular', '10.000', '$4.50', '$0.50', '$30.490', '$2.490', '$304.90'],
    ['Grade 002', '0.000', '$4.50', '$0.50', '—', '—', '$304.90'],
  ]);
  // Its name is for the whole chain.
  server.answer(breakDownSales, {
    ...{ from: '2026-03-09', to: '2026-03-15', total: 1, next: null },
    parts: [part({ ...grade, code: '002', name: null, location: ofMill })],
  });
  await user.click(screen.getByRole('button', { name: 'Grade 002' }));
  await screen.findByText('Mill Road 104');
  await user.click(screen.getByRole('button', { name: 'Name this grade' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Name of grade 002' }));
  await user.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Plus');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByText('Grade 002 is called Plus');
  expect(server.requests('PUT', '/api/fuel-grades')[0]?.body).toEqual({ code: '002', name: 'Plus' });
});

test('what is left out of the comparison is a list with its reasons', async () => {
  await open('/sales?show=left_out', (server) => {
    server.answer(listLeftOut, {
      left_out: [
        { ...out, reason: 'not_closed', reason_date: '2026-03-14', side: 'now' },
        { ...out, reason: 'missing', reason_date: '2026-03-07', side: 'base' },
      ],
      ...{ total: 2, next: null },
    });
  });
  expect(cellsOf(await screen.findByRole('table', { name: 'Left out of the comparison' }))).toEqual([
    ['Mill Road 104', 'Sat, Mar 14, 2026', 'not closed'],
    ['Mill Road 104', 'Sat, Mar 14, 2026', 'missing on Sat, Mar 7, 2026'],
  ]);
});

test('days of locations keep what is unknown apart from 0, and lead to the day', async () => {
  const open_day = day({
    ...{ business_date: '2026-03-14', trading_date: '2026-03-15', state: 'open', ended: null },
    ...{ fuel: null, fuel_volume: null, revenue: 300, tax: null, marks: ['merchandise only'] },
  });
  await open('/sales?show=both', (server) => server.answer(contract.listSales, makeSales([open_day, day()])));
  const table = await screen.findByRole('table', { name: 'Sales by day' });
  expect(cellsOf(table)).toEqual([
    ['Mill Road 104', 'Sun, Mar 15, 2026Open · merchandise only', '—', '—', '$3.00', '—', '1', '$3.00'],
    ['Mill Road 104', 'Sat, Mar 14, 2026', '$29.99', '10.000', '$3.00', '$0.24', '1', '$32.99'],
  ]);
  expect(within(table).getAllByRole('link').at(-1)?.getAttribute('href')).toBe(
    `/locations/${id}/sales/2026-03-13`,
  );
});

test('a view of before Sales had several lists opens as the days that it showed, and can be saved again', async () => {
  const view = {
    id: 'view-1',
    list: 'sales' as const,
    name: 'Still open',
    query: 'sort=-location&state=open',
  };
  const { user, server } = await open('/sales?state=open&sort=-location', (server) => {
    server.answer(contract.listSales, makeSales([day()]));
    server.answer(listViews, {
      views: [{ ...view, is_shared: false, is_own: true, gone: [], updated_at: '2026-03-14T00:00:00.000Z' }],
    });
    server.answer(createView, ({ body }) => ({
      ...(body as ViewInput),
      ...{ id: 'view-2', is_shared: false, is_own: true, gone: [], updated_at: '2026-03-14T00:00:00.000Z' },
    }));
  });
  await screen.findByRole('button', { name: 'Still open' });
  expect(Object.fromEntries(new URLSearchParams(location.search))).toEqual({
    ...{ day: 'open', sort: '-location', show: 'both' },
  });
  expect(asked(server)).toMatchObject({
    day: 'open',
    sort: '-location',
  });
  await user.click(screen.getByRole('button', { name: 'Day: Open' }));
  await user.click(await screen.findByRole('button', { name: 'Not closed' }));
  await user.click(await screen.findByRole('button', { name: 'Still open' }));
  await user.click(await screen.findByRole('button', { name: 'Save current view…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Save view' }));
  await user.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Late');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByText('View Late saved');
  expect(server.requests('POST', '/api/views')[0]?.body).toMatchObject({
    ...{ list: 'sales', name: 'Late', query: 'day=not_closed&show=both&sort=-location' },
  });
});

test('the Sales page filters in its URL, and exports what it shows', async () => {
  const { user, server } = await open('/sales', (server) => {
    server.file(exportCompared, 'Day\r\n', 'sales.csv');
    server.file(exportSalesByLocation, 'Location\r\n', 'sales.csv');
    server.file(contract.exportSales, 'Day\r\n', 'sales.csv');
  });
  URL.createObjectURL = () => 'blob:sales';
  URL.revokeObjectURL = () => {};
  await user.click(await screen.findByRole('button', { name: 'Days: Last 7 days' }));
  await user.click(await screen.findByRole('button', { name: 'Month to date' }));
  await user.click(await screen.findByRole('button', { name: 'Location: All locations' }));
  const locations = within(await screen.findByRole('group', { name: 'Locations' }));
  await user.click(await locations.findByRole('checkbox', { name: /Harbor 7/ }));
  await user.click(locations.getByRole('checkbox', { name: /Mill Road 104/ }));
  await user.keyboard('{Escape}');
  await screen.findByRole('button', { name: 'Location: Mill Road 104 and Harbor 7' });
  await user.click(screen.getByRole('button', { name: 'Against: Against the week before' }));
  await user.click(await screen.findByRole('button', { name: 'the year before' }));
  const asked = { period: 'month_to_date', location: `${id},${harborId}`, against: 'year' };
  await waitFor(() => expect(server.requests('GET', '/api/sales/compared').at(-1)?.query).toEqual(asked));
  const exported = async (path: string, show: string | null, query: object) => {
    if (show) await user.click(screen.getByRole('button', { name: show }));
    await user.click(screen.getByRole('button', { name: 'Export CSV' }));
    await waitFor(() => expect(server.requests('GET', path).at(-1)?.query).toEqual(query));
  };
  await exported('/api/sales/compared/export.csv', null, asked);
  await exported('/api/sales/by-location/export.csv', 'Locations', asked);
  // It is compared with nothing.
  const { against, ...selection } = asked;
  await exported('/api/sales/export.csv', 'Both', selection);
});

test('the Sales page says what is empty and what failed, once', async () => {
  const { user, server } = await open('/sales', (server) =>
    server.refuse(compareSales, 'internal', 'The server failed.'),
  );
  await screen.findByText(/The server failed/);
  expect(screen.getAllByText(/The server failed/)).toHaveLength(1);
  server.answer(compareSales, { ...makeCompared([]), from: null, to: null });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('No sales yet');
  screen.getByText(/Connect the registers of a location under Settings/);
  // Others may have some.
  await open('/sales?location=22222222-2222-4222-8222-222222222222', (other) =>
    other.answer(compareSales, { ...makeCompared([]), from: null, to: null }),
  );
  await screen.findByText('No sales match.');
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(location.search).toBe('');
});

test.each([
  [1440, ['Location', 'Day'], ['Mill Road 104', 'Sat, Mar 14, 2026Not closed']],
  [1023, ['Location, day'], ['Mill Road 104Sat, Mar 14, 2026 · Not closed']],
])('at %i px the columns of locations and days are %j, and each sorts by one', async (width, heads, cells) => {
  setScreen({ width });
  const { user } = await open('/sales?show=both', (server) =>
    server.answer(contract.listSales, makeSales([day({ state: 'not_closed' })])),
  );
  const table = within(await screen.findByRole('table', { name: 'Sales by day' }));
  const first = table.getAllByRole('columnheader').slice(0, heads.length);
  expect(first.map(({ textContent }) => textContent)).toEqual(heads);
  for (const head of first) expect(within(head).getAllByRole('button')).toHaveLength(1);
  const row = table.getAllByRole('cell').slice(0, cells.length);
  expect(row.map(({ textContent }) => textContent)).toEqual(cells);
  await user.click(table.getByRole('button', { name: heads[0] ?? '' }));
  expect(location.search).toBe('?show=both&sort=location');
  // A phone has one line for all of them.
  await user.selectOptions(screen.getByLabelText('Sort'), 'Fuel, lowest first');
  expect(location.search).toBe('?show=both&sort=fuel');
  await user.selectOptions(screen.getByLabelText('Sort'), `${heads[0]}, Z to A`);
  expect(location.search).toBe('?show=both&sort=-location');
});

test('a user without the permission is told why there are no sales', async () => {
  await open('/sales', undefined, ['associate']);
  await screen.findByText('No access to sales');
});

const problemOf = (business_date: string, location_name = 'Airport 399') => ({
  ...{ location_id: id, location_name, business_date },
  problem: 'Its fuel adds up to more than $40,000,000.',
});

test('the Sales page names the days that are left out, the rest behind a button, and says it of the export', async () => {
  const problems = [problemOf('2025-03-03'), problemOf('2025-03-02', 'Mill Road 104')];
  const { user } = await open('/sales', (server) => {
    server.answer(contract.listSales, { ...makeSales([day()]), problems, problem_count: 25 });
    server.file(exportCompared, 'Day\r\n', 'sales.csv');
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
