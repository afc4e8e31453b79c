import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLocation, type Location } from '../../../../contract/locations.ts';
import { createRegister, type Figures, figureNames } from '../../../../contract/registers.ts';
import {
  type ComparedName,
  comparedNames,
  compareSales,
  listSalesByLocation,
  type SalesComparison,
} from '../../../../contract/sales.ts';
import { chooserOf, seededRandom } from '../../../testing/worlds/seeded-random.ts';
import { millRoad, startWorld, type World } from '../../../testing/worlds/world.ts';
import { daysBefore } from '../figures/days.pure.ts';

const today = '2026-04-15';
let world: World;
beforeAll(async () => {
  world = await startWorld({ now: () => new Date(`${today}T17:00:00Z`) });
});
afterAll(() => world.close());

type Row = Figures & {
  location_id: string;
  business_date: string;
  trading_date: string;
  is_closed: boolean;
  isLong: boolean;
};

const unknown = Object.fromEntries(figureNames.map((name) => [name, null])) as Figures;

async function addLocation(name: string, state = 'NY'): Promise<Location> {
  const body = { ...millRoad, name, address: `${name} 1`, state };
  const location = (await world.ada.call(createLocation, { body })).ok();
  await world.ada.call(createRegister, { body: { name, location_ids: [location.id] } });
  return location;
}

/** As `computeOneDay` stores them. */
async function store(rows: readonly Row[]) {
  await world.app.database.write((tx) =>
    tx
      .insertInto('sales_days')
      .values(
        rows.map(({ isLong, ...row }) => ({
          ...row,
          ...{ began: null, ended: null, is_future: false, is_stale: false, ahead: 0, content: '{}' },
          marks: JSON.stringify(isLong ? ['Covers 2 dates'] : []),
        })),
      )
      .execute(),
  );
}

/** Of a location that sells both, closed. */
function rowOf(location: Location, trading_date: string, figures: Partial<Row> = {}): Row {
  const row = { fuel: 1000, fuel_volume: 300, merchandise: 500, revenue: 1500, tax: 50, sales: 10 };
  const day = { location_id: location.id, business_date: trading_date, trading_date };
  return { ...unknown, ...row, ...day, is_closed: true, isLong: false, ...figures };
}

const datesBetween = (from: string, to: string) => {
  const dates = [from];
  while ((dates.at(-1) ?? to) < to) dates.push(daysBefore(dates.at(-1) ?? to, -1));
  return dates;
};

const compare = async (query: object) => (await world.ada.call(compareSales, { query })).ok();

/** The rule, in a plain loop. */
function expected(rows: readonly Row[], dates: readonly string[], basesOf: (date: string) => string[]) {
  const sums = { pairs: 0, now: { ...none }, base: { ...none } };
  const byLocation = Map.groupBy(rows, ({ location_id }) => location_id);
  for (const own of byLocation.values()) {
    const first = own.map(({ trading_date }) => trading_date).sort()[0] ?? '';
    const on = (date: string) => own.filter(({ trading_date }) => trading_date === date);
    const counts = (date: string) =>
      on(date).length > 0 &&
      date >= daysBefore(first, -7) &&
      on(date).every(({ is_closed, isLong }) => is_closed && !isLong);
    const sumOn = (date: string, name: ComparedName) =>
      on(date).reduce<number | null>((sum, row) => (row[name] === null ? sum : (sum ?? 0) + row[name]), null);
    for (const date of dates) {
      const bases = basesOf(date);
      if (date >= today || !counts(date) || bases.length === 0 || !bases.every(counts)) continue;
      sums.pairs++;
      for (const name of comparedNames) {
        const sides = [date, ...bases].map((one) => sumOn(one, name));
        const knows = (one: string) => `${sumOn(one, 'fuel') === null} ${sumOn(one, 'merchandise') === null}`;
        if (sides.includes(null)) continue;
        if (name === 'revenue' && bases.some((one) => knows(one) !== knows(date))) continue;
        const [now, ...base] = sides as number[];
        sums.now[name] = (sums.now[name] ?? 0) + (now ?? 0);
        sums.base[name] = (sums.base[name] ?? 0) + base.reduce((a, b) => a + b, 0) / bases.length;
      }
    }
  }
  for (const name of comparedNames) {
    const value = sums.base[name];
    if (value !== null) sums.base[name] = Math.round(value);
  }
  return sums;
}

const none = Object.fromEntries(comparedNames.map((name) => [name, null])) as Record<
  ComparedName,
  number | null
>;

test('pairs are those of a plain loop, for random locations, days, states, gaps, negative and unknown figures', async () => {
  const { chance, between, oneOf } = chooserOf(seededRandom());
  const rows: Row[] = [];
  for (let index = 0; index < 6; index++) {
    const location = await addLocation(`Random ${index}`, 'VT');
    const opened = daysBefore('2026-01-20', -between(0, 40));
    for (const date of datesBetween(opened, today)) {
      if (chance(0.12)) continue;
      const value = (most: number) => (chance(0.1) ? null : between(-most / 10, most));
      const parts = { fuel: value(90_000), merchandise: value(50_000) };
      const revenue = parts.fuel === null ? parts.merchandise : parts.fuel + (parts.merchandise ?? 0);
      const figures = { ...parts, revenue, fuel_volume: value(30_000), tax: value(900), sales: value(700) };
      const state = { is_closed: chance(0.9), isLong: chance(0.05) };
      rows.push(rowOf(location, date, { ...figures, ...state }));
      // A second close of the date, under another business date.
      if (chance(0.08))
        rows.push(
          rowOf(location, date, { business_date: `${date.slice(0, 3)}9${date.slice(4)}`, tax: null }),
        );
    }
  }
  await store(rows);
  const days: Record<SalesComparison, (date: string, count: number) => string[]> = {
    week: (date) => [daysBefore(date, 7)],
    year: (date) => [daysBefore(date, 364)],
    before: (date, count) => [daysBefore(date, count)],
    average: (date) => [7, 14, 21, 28].map((count) => daysBefore(date, count)),
    month: (date) => {
      const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
      const same = new Date(Date.UTC(year, month - 2, day));
      return same.getUTCDate() === day ? [same.toISOString().slice(0, 10)] : [];
    },
  };
  for (let round = 0; round < 40; round++) {
    const against = oneOf(['week', 'before', 'average', 'month'] as const);
    const from = daysBefore(today, between(0, 45));
    const to = daysBefore(from, -between(0, against === 'average' ? 6 : 20));
    const dates = datesBetween(from, to);
    const model = expected(rows, dates, (date) => days[against](date, dates.length));
    const query = { from, to, against, us_state: 'VT' };
    const { compared, columns, totals } = await compare({ ...query, by: oneOf(['day', 'week', 'month']) });
    expect(compared, JSON.stringify(query)).toMatchObject(model);
    const parts = columns.map((column) => column.compared?.now.merchandise ?? null);
    expect(sumKnown(parts)).toBe(model.now.merchandise);
    expect(sumKnown(columns.map((column) => column.tax))).toBe(totals.tax);
    const { locations } = (await world.ada.call(listSalesByLocation, { query })).ok();
    expect(sumKnown(locations.map((one) => one.compared?.now.fuel ?? null))).toBe(model.now.fuel);
    expect(locations.reduce((pairs, one) => pairs + (one.compared?.pairs ?? 0), 0)).toBe(model.pairs);
  }
});

function sumKnown(values: readonly (number | null)[]): number | null {
  return values.reduce((sum, value) => (value === null ? sum : (sum ?? 0) + value), null);
}
