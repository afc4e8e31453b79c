import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { getOwnLocations } from '../../../../contract/dashboard.ts';
import { createLocation } from '../../../../contract/locations.ts';
import { updateOrganization } from '../../../../contract/organization.ts';
import { createRegister, type Figures, figureNames } from '../../../../contract/registers.ts';
import { compareSales } from '../../../../contract/sales.ts';
import { replaceUserRoles } from '../../../../contract/users.ts';
import { daysBefore } from '../../../platform/clock.ts';
import { fgm, journal, msm } from '../../../testing/requests/register-xml.ts';
import { ownRole } from '../../../testing/worlds/own-role.ts';
import { millRoad, startWorld, type User, type World } from '../../../testing/worlds/world.ts';
import { hoursOver } from './so-far.pure.ts';

const today = '2026-04-15';
const weekBefore = '2026-04-08';
/** 2:20 PM in New York. */
const afternoon = '2026-04-15T18:20:00Z';
let clock = new Date(afternoon);
let world: World;
beforeAll(async () => {
  world = await startWorld({ now: () => clock });
  const body = { time_zone: 'America/New_York' };
  (await world.ada.call(updateOrganization, { body: body as never })).ok();
});
beforeEach(() => {
  clock = new Date(afternoon);
});
afterAll(() => world.close());

/** Local time, gallons, and merchandise. */
type Sale = readonly [began: string, gallons: number, merchandise: string];

const unknown = Object.fromEntries(figureNames.map((name) => [name, null])) as Figures;

let transaction = 0;
/** A location whose opening is long ago. */
async function connect(name: string, place: Partial<typeof millRoad> & { time_zone?: string } = {}) {
  const body = { ...millRoad, name, address: `${name} 1`, ...place };
  const location = (await world.ada.call(createLocation, { body })).ok();
  const { id } = location;
  const { key } = (await world.ada.call(createRegister, { body: { name, location_ids: [id] } })).ok();
  await world.app.database.write((tx) =>
    tx
      .insertInto('sales_days')
      .values({
        ...{
          location_id: id,
          business_date: '2025-01-01',
          trading_date: '2025-01-01',
          began: null,
          ended: null,
        },
        ...unknown,
        ...{ is_closed: true, is_future: false, is_stale: false, ahead: 0, content: '{}', marks: '[]' },
      })
      .execute(),
  );
  const send = async (file: string) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/xml' };
    const response = await world.nobody.raw('POST', '/api/register-files?name=a.xml', file, headers);
    expect(await response.json()).toMatchObject({ files: [{ outcome: 'accepted' }] });
  };
  const sell = (business_date: string, sales: readonly Sale[]) =>
    send(
      journal(
        sales.map(([began, gallons, merchandise]) => ({
          ...{ transaction: String(++transaction), business_date, began },
          fuel: gallons ? [{ grade: '1', volume: `${gallons}.000`, amount: '3.00', department: '99' }] : [],
          items: [{ department: '12', amount: merchandise, quantity: '1' }],
        })),
      ),
    );
  const reportOf = (business_date: string) => ({
    ...{ business_date, began: `${business_date}T00:00:10`, ended: `${business_date}T23:50:00` },
  });
  const close = (business_date: string, gallons: number) =>
    send(fgm(reportOf(business_date), [{ grade: '1', volume: `${gallons}.000`, amount: '9.00' }]));
  const count = (business_date: string, sales: number) =>
    send(msm(reportOf(business_date), { sales, tax: '0' }));
  const ask = async (query: object = {}) =>
    (await world.ada.call(compareSales, { query: { period: 'today', location: id, ...query } })).ok();
  return { ...location, sell, close, count, ask, today: async (query?: object) => (await ask(query)).today };
}

const on = (date: string, sales: readonly Sale[]) =>
  sales.map(([time, ...rest]) => [`${date}T${time}:00`, ...rest] as const);

const base = on(weekBefore, [
  ['08:10', 10, '3.00'],
  ['13:59', 10, '4.00'],
  ['14:00', 5, '1.00'],
  ['18:30', 5, '4.00'],
]);
const now = on(today, [
  ['09:00', 22, '6.00'],
  // Its hour is not over.
  ['14:05', 99, '99.00'],
]);

test('today is beside its base until the last full hour, where journals have both, and is in no sum', async () => {
  const { id, sell, close, ask } = await connect('Both');
  await sell(weekBefore, base);
  await sell(today, now);
  // The day of the base is not closed.
  expect((await ask()).today).toBeNull();
  await close(weekBefore, 30);
  const answer = await ask();
  expect(answer.today).toEqual({
    ...{ until: { from: 14, to: 14 }, locations: 1 },
    now: { fuel: 300, fuel_volume: 22_000, merchandise: 600, sales: 1 },
    base: { fuel: 600, fuel_volume: 20_000, merchandise: 700, sales: 2 },
  });
  expect(answer).toMatchObject({
    ...{ base: null, columns: [{ compared: null }], compared: { pairs: 0, is_without_today: true } },
    totals: { fuel_volume: 121_000 },
  });
  expect((await ask({ against: 'none' })).today).toBeNull();
  expect((await ask({ period: 'yesterday' })).today).toBeNull();
  // At 9:20 AM its journal says as much of the base, but of today nothing before 9.
  clock = new Date('2026-04-15T13:20:00Z');
  expect((await ask()).today).toMatchObject({
    until: { from: 9, to: 9 },
    now: { fuel_volume: 0 },
    base: { fuel_volume: 10_000 },
  });
  // A day that an earlier release computed has no hours.
  await world.app.database.write((tx) =>
    tx
      .updateTable('sales_days')
      .set({ content: '{}' })
      .where('location_id', '=', id)
      .where('business_date', '=', weekBefore)
      .execute(),
  );
  expect((await ask()).today).toBeNull();
});

test('the home of a manager tells today of each of their locations: what is known, and nothing else', async () => {
  const [both, quiet] = [await connect('Home both'), await connect('Home quiet')];
  const body = { ...millRoad, name: 'Home none', address: 'Home none 1' };
  const none = (await world.ada.call(createLocation, { body })).ok();
  await both.sell(weekBefore, base);
  await both.close(weekBefore, 30);
  await both.sell(today, now);
  const mia = await world.newUser('Mia Home', ['manager'], [both, quiet, none]);
  const read = async (client: Pick<User, 'call'>) => {
    const { locations } = (await client.call(getOwnLocations, { query: {} })).ok();
    return Object.fromEntries(locations.map(({ name, today }) => [name, today]));
  };
  const found = await read(mia);
  const unknown = { revenue: null, change: null, has_reported: false, is_silent: false, low_stock: null };
  expect(found['Home none']).toEqual({ ...unknown, has_register: false, last_file_at: null });
  expect(found['Home quiet']).toEqual({ ...unknown, has_register: true, last_file_at: null });
  expect(found['Home both']).toEqual({
    // All of today; until 2 PM, $3 of fuel and $6 of goods against $6 and $7.
    ...{ ...unknown, revenue: 11_100, change: { until: 14, now: 900, base: 1300 } },
    ...{ has_register: true, has_reported: true, last_file_at: expect.any(String) },
  });
  // A side without fuel is not compared with one that has some.
  await world.app.database.write((tx) =>
    tx
      .updateTable('sales_days')
      .set({ fuel: null })
      .where('location_id', '=', both.id)
      .where('business_date', '=', weekBefore)
      .execute(),
  );
  expect((await read(mia))['Home both']).toMatchObject({ change: null });
  const clerk = await world.newUser('Cleo Home', [], [both]);
  const role_ids = [await ownRole(world, 'locations alone', ['locations.read'])];
  (await world.ada.call(replaceUserRoles, { params: { id: clerk.id }, body: { role_ids } })).ok();
  expect(await read(clerk)).toEqual({ 'Home both': null });
});

test('one journal alone says nothing, nor does a journal that misses sales of its day', async () => {
  const one = await connect('Only today');
  await one.close(weekBefore, 30);
  await one.sell(today, now);
  expect(await one.today()).toBeNull();
  const other = await connect('Only the base');
  await other.sell(weekBefore, base);
  await other.close(weekBefore, 30);
  expect(await other.today()).toBeNull();
  await other.sell(today, now);
  expect(await other.today()).not.toBeNull();
  await other.count(weekBefore, 5);
  expect(await other.today()).toBeNull();
});

test('each figure waits until its base has come to a quarter of its day', async () => {
  const { sell, close, today: soFar } = await connect('Quarter');
  await sell(weekBefore, [...base, ...on(weekBefore, [['20:00', 10, '17.01']])]);
  await sell(today, now);
  // 20 of 80 gallons, and 7.00 of 29.01.
  await close(weekBefore, 80);
  expect(await soFar()).toMatchObject({
    base: { fuel_volume: 20_000, merchandise: null },
    now: { fuel_volume: 22_000, merchandise: null },
  });
  clock = new Date('2026-04-15T12:20:00Z');
  expect(await soFar()).toBeNull();
});

test('an average is the mean of its days, all of which need a journal', async () => {
  const { sell, close, today: soFar } = await connect('Average');
  const dates = [7, 14, 21, 28].map((days) => daysBefore(today, days));
  await sell(today, now);
  for (const [index, date] of dates.entries()) {
    expect(await soFar({ against: 'average' })).toBeNull();
    await sell(
      date,
      on(date, [
        ['10:00', 10 + index, '1.00'],
        ['15:00', 10, '1.00'],
      ]),
    );
    await close(date, 20 + index);
  }
  expect(await soFar({ against: 'average' })).toMatchObject({
    now: { fuel_volume: 22_000, merchandise: 600 },
    base: { fuel_volume: 11_500, merchandise: 100 },
  });
});

test('each location has its own clock, and a journal that is late its own end', async () => {
  const east = await connect('East', { state: 'NY' });
  const west = await connect('West', { state: 'CA', time_zone: 'America/Los_Angeles' });
  const late = await connect('Late', { state: 'NY' });
  for (const { sell, close } of [east, west, late]) {
    await sell(weekBefore, base);
    await close(weekBefore, 30);
  }
  await east.sell(today, now);
  await west.sell(
    today,
    on(today, [
      ['07:00', 1, '1.00'],
      ['10:59', 2, '2.00'],
      ['11:01', 4, '4.00'],
    ]),
  );
  await late.sell(
    today,
    on(today, [
      ['08:00', 3, '3.00'],
      ['09:40', 8, '8.00'],
    ]),
  );
  const { today: all } = await east.ask({ location: [east.id, west.id, late.id].join(',') });
  expect(all).toMatchObject({
    ...{ until: { from: 9, to: 14 }, locations: 3 },
    now: { fuel_volume: 22_000 + 3000 + 3000, merchandise: 600 + 300 + 300 },
    base: { fuel_volume: 20_000 + 10_000 + 10_000, merchandise: 700 + 300 + 300 },
  });
  expect(await west.today()).toMatchObject({ until: { from: 11, to: 11 } });
});

test('an open day that began yesterday evening counts from midnight, and ends where its base ends', async () => {
  const { sell, close, today: soFar } = await connect('Evening');
  await sell(weekBefore, [...on('2026-04-07', [['22:30', 7, '7.00']]), ...base.slice(0, 3)]);
  await close(weekBefore, 32);
  await sell(today, [...on('2026-04-14', [['22:40', 50, '50.00']]), ...now]);
  const expected = {
    until: { from: 14, to: 14 },
    now: { fuel_volume: 22_000, merchandise: 600 },
    base: { fuel_volume: 20_000, merchandise: 700 },
  };
  expect(await soFar()).toMatchObject(expected);
  // The base closed in the hour after 2 PM, and its next sales are of another business day.
  clock = new Date('2026-04-15T19:10:00Z');
  await sell(today, on(today, [['15:05', 1, '1.00']]));
  expect(await soFar()).toMatchObject(expected);
});

// The last one: a session does not outlive a clock that goes back by months.
test('the hours of a date are those of the clock, also in a night when it changes', async () => {
  const zone = 'America/New_York';
  const over = (moment: string, date: string) => hoursOver(new Date(moment), zone, date);
  expect(over('2026-11-01T05:30:00Z', '2026-11-01')).toBe(1);
  expect(over('2026-11-01T06:30:00Z', '2026-11-01')).toBe(1);
  expect(over('2026-11-01T07:30:00Z', '2026-11-01')).toBe(2);
  expect(over('2026-03-08T06:59:00Z', '2026-03-08')).toBe(1);
  expect(over('2026-03-08T07:01:00Z', '2026-03-08')).toBe(3);
  // Where the date of the chain has not begun, and where it is over.
  expect(over('2026-03-08T04:59:00Z', '2026-03-08')).toBe(0);
  expect(over('2026-03-09T04:01:00Z', '2026-03-08')).toBe(24);

  const { sell, close, today: soFar } = await connect('Night');
  clock = new Date('2025-11-02T09:20:00Z');
  await sell(
    '2025-10-26',
    on('2025-10-26', [
      ['01:20', 1, '1.00'],
      ['02:30', 2, '1.00'],
      ['06:00', 1, '1.00'],
    ]),
  );
  await close('2025-10-26', 4);
  const twice = on('2025-11-02', [
    ['01:10', 1, '1.00'],
    ['01:15', 2, '1.00'],
  ]);
  await sell('2025-11-02', [
    ...twice,
    ...on('2025-11-02', [
      ['03:59', 4, '1.00'],
      ['04:10', 8, '1.00'],
    ]),
  ]);
  expect(await soFar()).toMatchObject({
    until: { from: 4, to: 4 },
    now: { fuel_volume: 7000 },
    base: { fuel_volume: 3000 },
  });
});
