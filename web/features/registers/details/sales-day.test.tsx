import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import * as contract from '../../../../contract/registers.ts';
import { compareSales } from '../../../../contract/sales.ts';
import { makeLocation, serveChain } from '../../../testing/fake-chain.ts';
import { makeDay, makeDayDetails, makeSales } from '../../../testing/fake-registers.ts';
import { FakeServer, Refusal } from '../../../testing/fake-server.ts';
import { profileWith } from '../../../testing/profiles.ts';
import { openApp } from '../../../testing/render-app.tsx';

const id = '22222222-2222-4222-8222-222222222222';
const mill = makeLocation({ id, name: 'Mill Road 104', number: '104', time_zone: 'America/Chicago' });
const path = `/locations/${id}/sales/2026-03-13`;

type Day = ReturnType<typeof makeDayDetails>;
type Department = Day['departments'][number];

const known = {
  discounts: 0,
  promotions: 0,
  refunds: 0,
  quantity: null,
  count: null,
  basis: 'decided',
} as const;

function department(changes: Partial<Department>): Department {
  return { code: '1', name: null, kind: 'merchandise', gross: 0, net: 0, ...known, ...changes };
}

/** Its parts add up: 9,314.63 − 22.50 of fuel, 1,395.44 − 7.00 of merchandise. */
const whole = makeDayDetails({
  ...{ location_id: id, fuel_gross: 931_463, fuel_discounts: 2250, fuel: 929_213, fuel_volume: 2_762_171 },
  ...{ merchandise_gross: 139_544, merchandise: 138_844, excluded: 8300, tax: 10_444, revenue: 1_068_057 },
  ...{ sales: 502, refunds: null },
  fuel_by_grade: [
    { grade: '001', name: 'Regular', volume: 1_581_345, gross: 482_152, discounts: 50, net: 482_102 },
    { grade: '002', name: null, volume: 1_180_826, gross: 449_311, discounts: 2200, net: 447_111 },
  ],
  departments: [
    department({ code: '20', name: 'Tobacco', gross: 100_000, discounts: 500, net: 99_500 }),
    department({ code: '1024', name: 'Fuel', kind: 'fuel', gross: 931_463, net: 931_463 }),
    department({
      code: '12',
      name: 'Snacks',
      gross: 39_544,
      promotions: 200,
      net: 39_344,
      basis: 'undecided',
    }),
    department({ code: '30', name: 'Lottery', kind: 'excluded', gross: 8300, net: 8300, basis: 'proposed' }),
  ],
});

async function open(url: string, day: Day, serve: (server: FakeServer) => void = () => {}) {
  const server = new FakeServer();
  serveChain(server, { locations: [mill] });
  server.answer(contract.getSalesDay, ({ path }) => {
    if (path.endsWith('2026-03-13')) return day;
    throw new Refusal('not_found', 'There are no figures of this day.');
  });
  server.answer(contract.listSales, makeSales([day]));
  serve(server);
  return openApp(url, { server, signedInAs: profileWith(['admin']) });
}

const rowsOf = (name: string) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent));

/** −22.50 of '−$22.50'. */
const centsOf = (text: string | null | undefined) =>
  Number((text ?? '').replace('−', '-').replace(/[$,.]/g, ''));

test('a day is a statement that adds up, and each total is the figure of the same name', async () => {
  await open(path, whole);
  await screen.findByRole('heading', { name: 'Sat, Mar 14, 2026 at Mill Road 104' });
  const lines = rowsOf('How revenue adds up');
  expect(lines).toEqual([
    ['Fuel at the posted price', '$9,314.63'],
    ['Discounts at pump and till', '−$22.50'],
    ['Fuel', '$9,292.13'],
    ['Merchandise, gross', '$1,395.44'],
    ['Discounts', '−$5.00'],
    ['Promotions', '−$2.00'],
    ['Merchandise', '$1,388.44'],
    ['Revenue', '$10,680.57'],
  ]);
  const sumOf = (from: number, to: number) =>
    lines.slice(from, to).reduce((sum, [, value]) => sum + centsOf(value), 0);
  expect([sumOf(0, 2), sumOf(3, 6)]).toEqual([centsOf(lines[2]?.[1]), centsOf(lines[6]?.[1])]);
  const grades = rowsOf('Fuel by grade').slice(1);
  expect(grades.map(([name]) => name)).toEqual(['Regular', 'Grade 002', 'All grades']);
  expect(grades.at(-1)).toEqual(['All grades', '2,762.171', '3.372', '$9,314.63', '−$22.50', '$9,292.13']);
  // Fuel stands by its grades, and not a second time.
  expect(rowsOf('Departments').slice(1)).toEqual([
    ['Tobacco 20', 'Merchandise', '—', '71.7 %', '$1,000.00', '$995.00'],
    ['Snacks 12', 'Undecided', '—', '28.3 %', '$395.44', '$393.44'],
    ['Lottery 30', 'Excluded proposed', '—', '', '$83.00', '$83.00'],
    ['Merchandise', '', '', '', '$1,395.44', '$1,388.44'],
    ['Excluded', '', '', '', '', '$83.00'],
  ]);
  // Said once.
  expect(screen.getAllByText(/day report/)).toHaveLength(1);
  const beside = within(screen.getByRole('region', { name: 'How revenue adds up' }));
  expect(beside.getByText('Refunds').parentElement?.textContent).toBe('Refunds—');
});

test('what is unknown of a day is no 0, and parts of several sources say theirs', async () => {
  const day = makeDayDetails({
    ...{ location_id: id, state: 'open', fuel_gross: null, fuel_discounts: null, merchandise_gross: null },
    ...{ merchandise: null, tax: null, sales: null, revenue: 2999, marks: ['clock of the register'] },
    sources: { fuel: 'journal', merchandise: null, tax: null, sales: 'day_report' },
    journal: { fuel: 2499, merchandise: null, tax: 24 },
    ...{
      fuel_by_grade: [{ grade: '001', name: null, volume: 0, gross: null, discounts: null, net: 2999 }],
      departments: [],
    },
  });
  await open(path, day);
  await screen.findByRole('list', { name: 'Notes' });
  expect(rowsOf('How revenue adds up')).toEqual([
    ['Fuel at the posted price', '—'],
    ['Discounts at pump and till', '—'],
    ['FuelFrom the journal · Journal $24.99', '$29.99'],
    ['Merchandise, gross', '—'],
    ['Discounts, promotions, refunds', '—'],
    ['Merchandise', '—'],
    ['RevenueFuel only', '$29.99'],
  ]);
  expect(rowsOf('Fuel by grade')[1]).toEqual(['Grade 001', '0.000', '—', '—', '—', '$29.99']);
  screen.getByText('No department is known.');
  screen.getByText('Open');
});

test('a day with discounts that are not subtracted again says one line of nothing', async () => {
  const departments = [department({ gross: 300, discounts: 50, net: 300 })];
  await open(path, makeDayDetails({ location_id: id, departments }));
  await screen.findByRole('table', { name: 'Departments' });
  expect(rowsOf('How revenue adds up')[4]).toEqual(['Discounts, promotions, refunds', '$0.00']);
});

test('payments, the till and its shifts stand where files name them, and what is not understood is listed', async () => {
  const values = [
    { code: 'tills', amount: null, count: 2, basis: null },
    { code: 'voids', amount: 4210, count: 3, basis: null },
    { code: 'over_short', amount: -1240, count: 1, basis: 'decided' },
    { code: 'baskets', amount: 5000, count: 9, basis: null },
  ] satisfies Day['values'];
  const shift = {
    ...{ register: '1', till: '12', cashier: null, began: '2026-03-13T23:35:50', ended: null, sales: 44 },
    ...{ tenders: [], values: [] },
  };
  const tenders = [
    { code: 'cash', amount: 20_000, count: 12 },
    { code: 'WIC', amount: 500, count: null },
  ];
  await open(
    path,
    makeDayDetails({ location_id: id, tenders, values, tills: [shift], not_understood: ['x/y'] }),
  );
  await screen.findByRole('table', { name: 'Payments' });
  expect(rowsOf('Payments').slice(1)).toEqual([
    ['Cash', '12', '$200.00'],
    ['WIC', '—', '$5.00'],
    ['All payments', '—', '$205.00'],
  ]);
  expect(rowsOf('Till').slice(1)).toEqual([
    ['Over or short', '$12.40 short, 1 of 2 tills counted'],
    ['Voids', '3 · $42.10'],
  ]);
  expect(rowsOf('Shifts').slice(1)).toEqual([['Till 12, Register 1', 'Mar 13 11:35 PM – …', '44', '—']]);
  expect(screen.getByText('1 value not understood, and in no sum').parentElement?.textContent).toContain(
    'x/y',
  );
});

test('a day says nothing of a till that no file names', async () => {
  await open(path, whole);
  await screen.findByRole('table', { name: 'Departments' });
  expect(screen.queryByRole('table', { name: /^(Payments|Till|Shifts)$/ })).toBeNull();
});

/** Labels of cells come with a narrow screen, where no column is left out. */
test('the facts of a row are the same set at every width', async () => {
  const tenders = [{ code: 'cash', amount: 20_000, count: 12 }];
  await open(path, { ...whole, tenders });
  await screen.findByRole('table', { name: 'Payments' });
  for (const table of screen.getAllByRole('table')) {
    const heads = within(table)
      .queryAllByRole('columnheader')
      .map((head) => head.textContent);
    for (const row of within(table)
      .getAllByRole('row')
      .slice(heads.length > 0 ? 1 : 0)) {
      for (const [index, cell] of [...row.children].entries()) {
        if (cell.textContent === '') continue;
        expect(cell.className).not.toMatch(/(^| )(max-\w+:|phone:|print:)?hidden( |$)/);
        const label = cell.getAttribute('data-label');
        if (label !== null) expect(label).toBe(heads[index]);
      }
    }
  }
});

test('a day is compared with the week before by the rules of all comparisons', async () => {
  const none = { fuel: null, tax: null, sales: null };
  await open(path, whole, (server) => {
    server.answer(compareSales, ({ query }) => {
      expect(query).toMatchObject({ location: id, from: '2026-03-14', to: '2026-03-14', against: 'week' });
      return {
        ...{ from: '2026-03-14', to: '2026-03-14', columns: [], locations: 1, today: null },
        against: 'week' as const,
        by: 'day' as const,
        ...{ base: { from: '2026-03-07', to: '2026-03-07' }, totals: makeDay() },
        compared: {
          ...{ pairs: 1, locations: 1, of: 1, left_out: [], is_without_today: false, holidays: [] },
          counted_differently: null,
          now: { ...none, revenue: 1_068_057, fuel_volume: 2_762_171, merchandise: 138_844 },
          base: { ...none, revenue: 1_130_418, fuel_volume: 2_800_000, merchandise: 0 },
        },
      };
    });
  });
  const label = await screen.findByText('A week before, Sat, Mar 7, 2026');
  // Nothing is said of what was nothing.
  expect(label.parentElement?.lastChild?.textContent).toBe(
    '$11,304.18 ▼ 5.5 % · Gallons ▼ 1.4 % · Merchandise —',
  );
});

test('back from a day leads to the list as it was, also from the day beside it', async () => {
  const other = makeDay({ location_id: id, business_date: '2026-03-12', trading_date: '2026-03-13' });
  const { user } = await open('/sales?show=both&period=last_28&sort=-revenue', whole, (server) => {
    server.answer(contract.listSales, makeSales([makeDay({ location_id: id }), other]));
    server.answer(contract.getSalesDay, ({ path }) =>
      path.endsWith('2026-03-12') ? { ...whole, ...other } : whole,
    );
  });
  const before = location.href;
  const table = within(await screen.findByRole('table', { name: 'Sales by day' }));
  await user.click(table.getAllByRole('link', { name: 'Mill Road 104' })[0] as HTMLElement);
  await screen.findByRole('heading', { name: 'Sat, Mar 14, 2026 at Mill Road 104' });
  expect(screen.getByRole('button', { name: 'Next' })).toHaveProperty('disabled', true);
  await user.click(await screen.findByRole('button', { name: 'Previous' }));
  await screen.findByRole('heading', { name: 'Fri, Mar 13, 2026 at Mill Road 104' });
  await user.click(screen.getByRole('link', { name: 'Sales, last 28 days' }));
  await waitFor(() => expect(location.href).toBe(before));
});

test('the page of a day without figures says so, and a pasted link leads to the sales of the location', async () => {
  await open(path.replace('03-13', '03-15'), whole);
  await screen.findByRole('heading', { name: 'No figures of Sun, Mar 15, 2026' });
  expect(
    (await screen.findByRole('link', { name: 'Sales of Mill Road 104, last 7 days' })).getAttribute('href'),
  ).toBe(`/locations/${id}/sales`);
});
