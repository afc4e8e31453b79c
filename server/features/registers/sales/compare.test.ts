import { afterAll, beforeAll, expect, test } from 'vitest';
import { setDayNote } from '../../../../contract/day-notes.ts';
import { closeLocation, createLocation, type Location } from '../../../../contract/locations.ts';
import { updateOrganization } from '../../../../contract/organization.ts';
import {
  createRegister,
  type Figures,
  figureNames,
  listSales,
  updateRegister,
} from '../../../../contract/registers.ts';
import {
  type ComparedName,
  changeOf,
  comparedNames,
  compareSales,
  listLeftOut,
  listSalesByLocation,
  listSalesByState,
  type SalesComparison,
} from '../../../../contract/sales.ts';
import { daysBefore } from '../../../platform/clock.ts';
import { fgm, mcm } from '../../../testing/requests/register-xml.ts';
import { chooserOf, seededRandom } from '../../../testing/worlds/seeded-random.ts';
import { millRoad, startWorld, type World } from '../../../testing/worlds/world.ts';

const today = '2026-04-15';
let clock = new Date(`${today}T17:00:00Z`);
let world: World;
beforeAll(async () => {
  world = await startWorld({ now: () => clock });
});
afterAll(() => world.close());

type Row = Figures & {
  location_id: string;
  business_date: string;
  trading_date: string;
  is_closed: boolean;
  isLong: boolean;
  counted?: string;
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
  const stateOf = new Map<string, string>();
  for (let index = 0; index < 6; index++) {
    const location = await addLocation(`Random ${index}`, index % 3 ? 'VT' : 'WY');
    stateOf.set(location.id, location.state);
    const opened = daysBefore('2026-01-20', -between(0, 40));
    for (const date of datesBetween(opened, today)) {
      // On one day nobody knows the tax.
      if (chance(0.12)) continue;
      const value = (most: number) => (chance(0.1) ? null : between(-most / 10, most));
      const parts = { fuel: value(90_000), merchandise: value(50_000) };
      const revenue = parts.fuel === null ? parts.merchandise : parts.fuel + (parts.merchandise ?? 0);
      const figures = {
        ...parts,
        revenue,
        fuel_volume: value(30_000),
        tax: date === '2026-04-10' ? null : value(900),
        sales: value(700),
      };
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
    const query = { from, to, against, us_state: 'VT,WY' };
    const { compared, columns, totals } = await compare({ ...query, by: oneOf(['day', 'week', 'month']) });
    expect(compared, JSON.stringify(query)).toMatchObject(model);
    const parts = columns.map((column) => column.compared?.now.merchandise ?? null);
    expect(sumKnown(parts)).toBe(model.now.merchandise);
    expect(sumKnown(columns.map((column) => column.tax))).toBe(totals.tax);
    const { locations } = (await world.ada.call(listSalesByLocation, { query })).ok();
    expect(sumKnown(locations.map((one) => one.compared?.now.fuel ?? null))).toBe(model.now.fuel);
    expect(locations.reduce((pairs, one) => pairs + (one.compared?.pairs ?? 0), 0)).toBe(model.pairs);
    const { states } = (await world.ada.call(listSalesByState, { query })).ok();
    for (const { us_state, compared, ...sums } of states) {
      const own = rows.filter(({ location_id }) => stateOf.get(location_id) === us_state);
      const model = expected(own, dates, (date) => days[against](date, dates.length));
      if (compared) expect(compared, `${us_state} ${JSON.stringify(query)}`).toEqual(model);
      else expect(model.pairs).toBe(0);
      const sold = own.filter(({ trading_date }) => dates.includes(trading_date));
      expect(sums).toMatchObject({
        ...{
          merchandise: sumKnown(sold.map((row) => row.merchandise)),
          sales: sumKnown(sold.map((row) => row.sales)),
        },
        locations: new Set(sold.map(({ location_id }) => location_id)).size,
      });
    }
    expect(states.map(({ us_state }) => us_state)).toEqual(['VT', 'WY']);
  }
});

test('a cheaper fuel and a silent location: gallons are unchanged, and each location leaves out its own days only', async () => {
  const stores = await Promise.all(['One', 'Two', 'Three'].map((name) => addLocation(name, 'ME')));
  const [one, two, three] = stores as [Location, Location, Location];
  const base = datesBetween('2026-03-20', '2026-04-07');
  const cheaper = { fuel: 900, revenue: 1400 };
  await store([
    ...stores.flatMap((location) => base.map((date) => rowOf(location, date))),
    ...[one, two].flatMap((location) =>
      datesBetween('2026-04-08', '2026-04-14').map((date) => rowOf(location, date, cheaper)),
    ),
    rowOf(one, today, { is_closed: false, fuel: 5, merchandise: 5 }),
  ]);
  const query = { from: '2026-04-08', to: today, us_state: 'ME', against: 'week' as const };
  const answer = await compare(query);
  expect(answer).toMatchObject({
    against: 'week',
    base: { from: '2026-04-01', to: '2026-04-07' },
    locations: 2,
  });
  const { compared, columns } = answer;
  expect(compared).toMatchObject({
    ...{ pairs: 14, locations: 2, of: 3, is_without_today: true, holidays: [] },
    left_out: [{ reason: 'missing', side: 'now', locations: 1, days: 7 }],
    now: { fuel_volume: 14 * 300, merchandise: 14 * 500, fuel: 14 * 900 },
    base: { fuel_volume: 14 * 300, merchandise: 14 * 500, fuel: 14 * 1000 },
  });
  expect(compared && changeOf(compared, 'fuel_volume')).toBe(0);
  expect(compared && changeOf(compared, 'fuel')).toBeCloseTo(-0.1);
  // Each column stands 10 % below its own mark, and today has none.
  expect(columns).toHaveLength(8);
  expect(columns[0]).toMatchObject({
    ...{ from: '2026-04-08', locations: 2, days: 2, closed: 2, missing: 1, fuel: 1800 },
    compared: { pairs: 2, now: { fuel: 1800 }, base: { fuel: 2000 } },
  });
  expect(columns[7]).toMatchObject({ from: today, days: 1, closed: 0, missing: null, compared: null });

  const page = { ...query, limit: 5 };
  const { left_out, total, next } = (await world.ada.call(listLeftOut, { query: page })).ok();
  expect({ total, next, dates: left_out.map(({ trading_date }) => trading_date) }).toEqual({
    ...{ total: 7, next: 5 },
    dates: ['2026-04-14', '2026-04-13', '2026-04-12', '2026-04-11', '2026-04-10'],
  });
  expect(left_out[0]).toMatchObject({ location: { id: three.id }, reason: 'missing', side: 'now' });

  const { locations } = (
    await world.ada.call(listSalesByLocation, { query: { ...query, sort: '-merchandise' } })
  ).ok();
  expect(locations.map(({ location, compared, ranks }) => [location.id, compared?.pairs, ranks])).toEqual([
    [one.id, 7, { fuel_volume: 1, merchandise: 1 }],
    [two.id, 7, { fuel_volume: 1, merchandise: 1 }],
    [three.id, undefined, { fuel_volume: null, merchandise: null }],
  ]);
});

test('a month is compared by day number, and says which of its days the month before does not have', async () => {
  const location = await addLocation('Monthly', 'OH');
  await store(datesBetween('2026-02-01', '2026-03-31').map((date) => rowOf(location, date)));
  const query = { from: '2026-03-01', to: '2026-03-31', us_state: 'OH' };
  const { against, compared } = await compare(query);
  expect(against).toBe('month');
  // Of February the first 7 days are those after the opening.
  expect(compared).toMatchObject({
    pairs: 21,
    now: { merchandise: 21 * 500 },
    base: { merchandise: 21 * 500 },
  });
  expect(compared?.left_out).toEqual([
    { reason: 'new', side: 'base', locations: 1, days: 7 },
    { reason: 'no_day', side: 'base', locations: 1, days: 3 },
  ]);
});

test('a year is 364 days: the same weekdays, also over a leap day, and names the holidays of one side', async () => {
  const location = await addLocation('Yearly', 'PA');
  await store(datesBetween('2024-02-01', '2025-07-10').map((date) => rowOf(location, date)));
  const query = { from: '2025-02-26', to: '2025-07-04', us_state: 'PA', against: 'year' };
  const { base, compared, columns } = await compare({ ...query, by: 'month' });
  expect(base).toEqual({ from: '2024-02-28', to: '2024-07-05' });
  expect(compared).toMatchObject({ pairs: 129, left_out: [], holidays: [] });
  expect(columns.map(({ from, to, days }) => [from, to, days])).toEqual([
    ['2025-02-26', '2025-02-28', 3],
    ['2025-03-01', '2025-03-31', 31],
    ['2025-04-01', '2025-04-30', 30],
    ['2025-05-01', '2025-05-31', 31],
    ['2025-06-01', '2025-06-30', 30],
    ['2025-07-01', '2025-07-04', 4],
  ]);
  const { compared: day } = await compare({ ...query, from: '2025-07-04' });
  expect(day?.holidays).toEqual([{ side: 'now', date: '2025-07-04', name: 'Independence Day' }]);
});

test('a day that is marked "Location closed" is not missing and in no pair, nor are days after a location closed', async () => {
  const location = await addLocation('Marked', 'VA');
  await store(
    datesBetween('2026-03-01', '2026-04-13')
      .filter((date) => date !== '2026-04-10')
      .map((date) => rowOf(location, date)),
  );
  const query = { from: '2026-04-08', to: '2026-04-14', us_state: 'VA' };
  expect((await compare(query)).columns.map(({ missing }) => missing)).toEqual([0, 0, 1, 0, 0, 0, 1]);
  const note = { params: { id: location.id, business_date: '2026-04-10' } };
  await world.ada.call(setDayNote, { ...note, body: { note: '', is_closed: true } });
  const closing = { params: { id: location.id }, body: { closed_on: '2026-04-13' } };
  (await world.ada.call(closeLocation, closing)).ok();
  const { columns, compared } = await compare(query);
  expect(columns.map(({ missing }) => missing)).toEqual([0, 0, 0, 0, 0, 0, 0]);
  expect(compared?.pairs).toBe(5);
  expect(compared?.left_out.map(({ reason, days }) => [reason, days])).toEqual([
    ['marked_closed', 1],
    ['gone', 1],
  ]);
  const notCompared = await compare({ ...query, from: '2026-04-04', against: 'none' });
  expect(notCompared).toMatchObject({ compared: null, base: null, locations: 1 });
  // Open and closed locations, in every list of sales.
  const days = async (open: 'open' | 'closed') =>
    (await world.ada.call(listSales, { query: { ...query, open } })).ok().total;
  expect([await days('open'), await days('closed')]).toEqual([0, 5]);
  expect((await compare({ ...query, open: 'open' })).totals.revenue).toBeNull();
});

test('locations whose days were counted in more ways than one are said, with the last date of such a change', async () => {
  const [both, net] = ['day_report/day_report', 'day_report/day_report net'];
  const ways: [state: string, wayOn: (date: string) => string, before: string | null][] = [
    ['AL', () => both, null],
    // A spreadsheet until the week before.
    ['AR', (date) => (date < '2026-04-08' ? 'close/close' : both), '2026-04-08'],
    ['AZ', (date) => (date < '2026-04-10' ? both : net), '2026-04-10'],
    ['CO', (date) => (date < '2026-04-03' ? 'journal/journal' : 'journal/day_report'), '2026-04-03'],
    // One day from another file, and the first way again.
    ['CT', (date) => (date === '2026-04-09' ? 'journal/day_report' : both), '2026-04-10'],
    // A part that nobody knows was not counted.
    ['DE', (date) => (date < '2026-04-09' ? both : '/day_report'), null],
    // Before both sides.
    ['GA', (date) => (date < '2026-04-01' ? 'close/close' : both), null],
  ];
  for (const [state, wayOn] of ways) {
    const location = await addLocation(`Counted ${state}`, state);
    const dates = datesBetween('2026-03-10', '2026-04-13');
    await store(dates.map((date) => ({ ...rowOf(location, date), counted: wayOn(date) })));
  }
  const query = { from: '2026-04-08', to: '2026-04-13', against: 'week' as const };
  const saidOf = async (us_state: string) =>
    (await compare({ ...query, us_state })).compared?.counted_differently;
  for (const [state, , before] of ways)
    expect([state, await saidOf(state)]).toEqual([state, before && { before, locations: 1 }]);
  expect(await saidOf(ways.map(([state]) => state).join())).toEqual({ before: '2026-04-10', locations: 4 });
  // Days that are not compared say nothing.
  const alone = await compare({
    ...query,
    from: '2026-03-18',
    to: '2026-03-18',
    against: 'year',
    us_state: 'AR',
  });
  expect(alone.compared?.counted_differently).toBeNull();
});

test('a closed day is stored with where its fuel and its goods come from, and whether these are net', async () => {
  const body = { ...millRoad, name: 'Way', address: 'Way 1', state: 'HI', number: '7001' };
  const { id } = (await world.ada.call(createLocation, { body })).ok();
  const front = { name: 'Way', location_ids: [id] };
  const { register, key } = (await world.ada.call(createRegister, { body: front })).ok();
  const send = (file: string) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/xml' };
    return world.nobody.raw('POST', '/api/register-files?name=a.xml', file, headers);
  };
  const ways = async () => {
    await world.settle();
    const query = world.app.database.read.selectFrom('sales_days').select('counted');
    const rows = await query.where('location_id', '=', id).orderBy('business_date').execute();
    return rows.map(({ counted }) => counted);
  };
  const headOf = (business_date: string) => ({
    ...{ store: '7001', business_date, began: `${business_date}T06:00:00` },
    ended: `${business_date}T22:00:00`,
  });
  await send(mcm(headOf('2026-04-10'), [{ code: '12', amount: '9' }]));
  await send(fgm(headOf('2026-04-11'), [{ grade: '001', volume: '1', amount: '3' }]));
  await send(mcm(headOf('2026-04-11'), [{ code: '12', amount: '9' }]));
  await send(mcm({ ...headOf('2026-04-12'), ended: null }, [{ code: '12', amount: '9' }]));
  expect(await ways()).toEqual(['/day_report', 'day_report/day_report', null]);
  const net = { params: { id: register.id }, body: { has_net_departments: true } };
  (await world.ada.call(updateRegister, net)).ok();
  expect(await ways()).toEqual(['/day_report net', 'day_report/day_report net', null]);
});

test('nothing is compared without figures, and unknown, zero and negative bases have no change', async () => {
  const empty = await compare({ from: '2026-04-01', to: '2026-04-02', us_state: 'AK' });
  expect(empty.columns).toMatchObject([
    { from: '2026-04-01', days: 0, locations: 0, missing: null, revenue: null, compared: null },
    { from: '2026-04-02' },
  ]);
  expect(empty.compared).toMatchObject({ pairs: 0, locations: 0, of: 0, now: { revenue: null } });
  const sides = (base: number | null) => ({
    pairs: 1,
    now: { ...none, tax: 5 },
    base: { ...none, tax: base },
  });
  expect([null, 0, -10, 4].map((base) => changeOf(sides(base), 'tax'))).toEqual([null, null, null, 0.25]);
});

test('an average is of four weekdays and at most 7 days, and a period is no range beside another', async () => {
  const refused = async (query: object) =>
    (await world.ada.call(compareSales, { query: query as never })).problem().detail;
  expect(await refused({ from: '2026-04-01', to: '2026-04-08', against: 'average' })).toContain(
    'at most 7 days',
  );
  expect(await refused({ period: 'today', from: '2026-04-01' })).toContain('from or to');
  expect(await refused({ from: '2025-01-01', to: '2026-04-08' })).toContain('at most 400 days');
});

test('periods follow the clock and the week of the chain, on the days when the clock changes', async () => {
  const change = async (body: object) =>
    (await world.ada.call(updateOrganization, { body: body as never })).ok();
  await change({ time_zone: 'America/New_York', week_starts_on: 'sunday' });
  const rangeAt = async (moment: string, period: string) => {
    clock = new Date(moment);
    const { from, to } = await compare({ period });
    return `${from} ${to}`;
  };
  // Before midnight and after it, on the day of 23 hours and on that of 25.
  expect(await rangeAt('2026-03-08T04:30:00Z', 'today')).toBe('2026-03-07 2026-03-07');
  expect(await rangeAt('2026-03-09T03:30:00Z', 'today')).toBe('2026-03-08 2026-03-08');
  expect(await rangeAt('2026-03-09T04:30:00Z', 'this_week')).toBe('2026-03-08 2026-03-09');
  expect(await rangeAt('2025-11-02T03:30:00Z', 'yesterday')).toBe('2025-10-31 2025-10-31');
  expect(await rangeAt('2025-11-03T04:30:00Z', 'month_to_date')).toBe('2025-11-01 2025-11-02');
  expect(await rangeAt('2025-11-03T05:30:00Z', 'yesterday')).toBe('2025-11-02 2025-11-02');
});

function sumKnown(values: readonly (number | null)[]): number | null {
  return values.reduce((sum, value) => (value === null ? sum : (sum ?? 0) + value), null);
}
