import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLocation } from '../../../../contract/locations.ts';
import { type Figures, figureNames } from '../../../../contract/registers.ts';
import { listSalesByLocation } from '../../../../contract/sales.ts';
import { breakDownSales, listFuelGrades, nameFuelGrade } from '../../../../contract/sales-breakdown.ts';
import type { SalesPartsTable } from '../../../kernel/database/schema.ts';
import { millRoad, startWorld, type World } from '../../../testing/worlds/world.ts';
import { monthsOfDays } from '../figures/months.repository.ts';

let world: World;
let one: string;
let two: string;

const nothing = { gross: null, discounts: null, promotions: null, refunds: null };
const unknown = Object.fromEntries(figureNames.map((name) => [name, null])) as Figures;

type Part = Pick<SalesPartsTable, 'kind' | 'code'> & Partial<SalesPartsTable>;

/** A day as `computeOneDay` stores it. */
async function storeDay(location_id: string, date: string, parts: readonly Part[]) {
  const day = { location_id, business_date: date };
  const state = { began: null, ended: null, is_closed: true, is_future: false, is_stale: false, ahead: 0 };
  await world.app.database.write(async (tx) => {
    const row = { ...unknown, ...state, ...day, trading_date: date, marks: '[]', content: '{}' };
    await tx
      .insertInto('sales_days')
      .values({ ...row, undecided: null, proposed_excluded: null, proposed_fuel: null })
      .execute();
    const empty = { name: '', counts_as: '', basis: '', amount: null, quantity: null, count: null } as const;
    await tx
      .insertInto('sales_parts')
      .values(parts.map((part) => ({ ...nothing, ...empty, ...part, ...day, trading_date: date })))
      .execute();
    await monthsOfDays.save(tx, [{ location_id, month: date.slice(0, 7) }]);
  });
}

const tobacco: Part = {
  ...{ kind: 'department' as const, code: '12', name: 'tobacco' },
  ...{ counts_as: 'merchandise' as const, basis: 'decided' as const },
};
const grade = (code: string, quantity: number, amount: number): Part => ({
  ...{ kind: 'grade', code, quantity, amount },
});

beforeAll(async () => {
  world = await startWorld({ now: () => new Date('2026-03-20T13:00:00Z') });
  const add = async (name: string) =>
    (await world.ada.call(createLocation, { body: { ...millRoad, name, address: name } })).ok().id;
  one = await add('One');
  two = await add('Two');
  await storeDay(one, '2026-02-27', [
    { ...tobacco, amount: 1000, gross: 1200, discounts: 150, promotions: 50, quantity: 3000, count: 3 },
    { ...tobacco, code: '13', name: 'lottery', counts_as: 'excluded', basis: 'proposed', amount: 500 },
    grade('001', 10_000, 3000),
    { kind: 'tender', code: 'cash', amount: 700, count: 4 },
    { kind: 'value', code: 'baskets', amount: 1000, count: 4 },
  ]);
  await storeDay(one, '2026-03-02', [
    { ...tobacco, amount: -200, quantity: null },
    grade('001', 20_000, 6400),
  ]);
  await storeDay(two, '2026-03-02', [
    { ...tobacco, amount: 4000, quantity: 9000, basis: 'undecided' },
    grade('001', 5000, 1500),
    grade('002', 1000, 400),
  ]);
  await world.app.database.write((tx) =>
    tx
      .insertInto('fuel_costs')
      .values([
        { id: crypto.randomUUID(), location_id: null, grade: '001', from_date: '2026-01-01', cost: 25_000 },
        { id: crypto.randomUUID(), location_id: null, grade: '001', from_date: '2026-03-01', cost: 26_000 },
        { id: crypto.randomUUID(), location_id: two, grade: '001', from_date: '2026-03-02', cost: 27_505 },
      ])
      .execute(),
  );
});
afterAll(() => world.close());

const range = { from: '2026-02-25', to: '2026-03-05' };
const read = async (query: object) =>
  (await world.ada.call(breakDownSales, { query: { ...range, ...query } as never })).ok();

test('departments are summed across locations, with what is undecided or proposed, and which days lack units', async () => {
  const { parts, total } = await read({ of: 'department' });
  expect(total).toBe(2);
  expect(parts).toMatchObject([
    {
      ...{
        code: '12',
        key: 'tobacco',
        name: 'tobacco',
        counts_as: 'merchandise',
        location: null,
        from: null,
      },
      // A part that no other day knows is that of the day that does.
      ...{ amount: 4800, gross: 1200, discounts: 150, promotions: 50, refunds: null, count: 3 },
      ...{
        quantity: 12_000,
        days: 3,
        days_without_quantity: 1,
        ...{ days_without_gross: 2, days_without_discounts: 2, days_without_promotions: 2 },
        days_without_refunds: 3,
        undecided: 4000,
        proposed: null,
        costed: null,
      },
    },
    { code: '13', counts_as: 'excluded', amount: 500, proposed: 500, undecided: null, quantity: null },
  ]);
});

test('one department by location, and by week and month', async () => {
  const one_department = { of: 'department', code: '12', key: 'tobacco' };
  const byLocation = await read({ ...one_department, by: 'location' });
  expect(byLocation.parts.map(({ location, amount }) => [location?.name, amount])).toEqual([
    ['Two', 4000],
    ['One', 800],
  ]);
  const spans = async (by: string) =>
    (await read({ ...one_department, by })).parts.map(({ from, to, amount }) => [from, to, amount]);
  expect(await spans('month')).toEqual([
    ['2026-02-25', '2026-02-28', 1000],
    ['2026-03-01', '2026-03-05', 3800],
  ]);
  expect(await spans('week')).toEqual([
    ['2026-02-25', '2026-03-01', 1000],
    ['2026-03-02', '2026-03-05', 3800],
  ]);
  expect(await spans('day')).toEqual([
    ['2026-02-27', '2026-02-27', 1000],
    ['2026-03-02', '2026-03-02', 3800],
  ]);
});

test('whole months are summed as such, and any range has the sums of its days', async () => {
  const dates = ['2026-01-31', '2026-02-01', '2026-02-14', '2026-02-28', '2026-03-31', '2026-04-01'];
  for (const [index, date] of dates.entries())
    await storeDay(two, date, [{ ...tobacco, amount: 10 ** index, quantity: index % 2 ? 1000 : null }]);
  const sumOf = async (from: string, to: string, by: string) => {
    const { parts } = await read({ of: 'department', code: '12', key: 'tobacco', from, to, by });
    const sum = (name: 'amount' | 'quantity' | 'days' | 'days_without_quantity') =>
      parts.reduce((total, part) => total + (part[name] ?? 0), 0);
    return [sum('amount'), sum('quantity'), sum('days'), sum('days_without_quantity')];
  };
  for (const from of dates)
    for (const to of dates.filter((date) => date >= from)) {
      const days = await sumOf(from, to, 'day');
      for (const by of ['total', 'location', 'week', 'month'])
        expect([from, to, by, await sumOf(from, to, by)]).toEqual([from, to, by, days]);
    }
  await world.app.database.write(async (tx) => {
    for (const date of dates) {
      const query = tx.deleteFrom('sales_days').where('location_id', '=', two);
      await query.where('business_date', '=', date).execute();
      await monthsOfDays.save(tx, [{ location_id: two, month: date.slice(0, 7) }]);
    }
  });
});

test('gallons cost what the newest cost of their location says, else that of all, and nothing is said without one', async () => {
  const { parts } = await read({ of: 'grade' });
  expect(parts).toMatchObject([
    // 10 gal at $2.50, 20 at $2.60, and 5 at $2.7505, which is $13.7525.
    { code: '001', amount: 10_900, costed: { quantity: 35_000, amount: 10_900, cost: 2500 + 5200 + 1375 } },
    { code: '002', amount: 400, costed: null },
  ]);
  const { parts: tenders } = await read({ of: 'tender' });
  expect(tenders).toMatchObject([{ code: 'cash', name: null, amount: 700, count: 4, counts_as: null }]);
});

test('the average basket is of sales with merchandise, and unknown without a journal', async () => {
  const { locations } = (await world.ada.call(listSalesByLocation, { query: range })).ok();
  expect(locations.map(({ location, baskets }) => [location.name, baskets])).toEqual([
    ['One', { count: 4, amount: 1000 }],
    ['Two', null],
  ]);
});

test('a grade is named once for the chain, by a user of all locations', async () => {
  const regular = { code: '001', name: 'Regular' };
  (await world.ada.call(nameFuelGrade, { body: regular })).ok();
  expect((await world.ada.call(listFuelGrades, {})).ok().grades).toEqual([
    regular,
    { code: '002', name: null },
  ]);
  expect((await read({ of: 'grade', code: '001' })).parts).toMatchObject([regular]);
  (await world.ada.call(nameFuelGrade, { body: { code: '001', name: null } })).ok();
  expect((await world.ada.call(listFuelGrades, {})).ok().grades[0]).toEqual({ code: '001', name: null });
});

test('a breakdown is exported with the cents of a gallon', async () => {
  const path = `/api/sales/breakdown/export.csv?from=${range.from}&to=${range.to}&of=grade`;
  const [head, first, second] = (await (await world.ada.raw('GET', path)).text()).trim().split('\r\n');
  expect(head).toContain('Net,Units or gallons');
  // $109.00 less $90.75 for 35 gallons.
  expect(first).toMatch(/^﻿?001,.*,35\.000,90\.75,52\.14$/);
  expect(second).toMatch(/^002,.*,,,$/);
});
