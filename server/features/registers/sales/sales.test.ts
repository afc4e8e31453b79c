import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDistrict, moveLocation } from '../../../../contract/districts.ts';
import { createLocation, listLocations } from '../../../../contract/locations.ts';
import { createRegister, listProducts, listSales } from '../../../../contract/registers.ts';
import { compareSales } from '../../../../contract/sales.ts';
import { listExceptions } from '../../../../contract/sales-exceptions.ts';
import { listStock } from '../../../../contract/stock.ts';
import { fgm } from '../../../testing/requests/register-xml.ts';
import { millRoad, startWorld, type World } from '../../../testing/worlds/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ now: () => new Date('2026-03-20T13:00:00Z') });
  for (const store of ['81', '82', '83']) await addDays(store);
});
afterAll(() => world.close());

/** Two days that trade on the first of February, and two with other figures. */
async function addDays(store: string) {
  const place = { ...millRoad, name: `Store ${store}`, number: store };
  const { id } = (await world.ada.call(createLocation, { body: place })).ok();
  const body = { name: `Front of ${store}`, location_ids: [id] };
  const { key } = (await world.ada.call(createRegister, { body })).ok();
  for (const [business_date, began, ended, amount] of [
    ['2026-02-01', '2026-02-01T06:00:00', '2026-02-01T12:00:00', '1.00'],
    // Closed at noon, and again at night.
    ['2026-02-02', '2026-02-01T12:00:00', '2026-02-01T22:00:00', '1.00'],
    ['2026-02-03', '2026-02-03T06:00:00', '2026-02-03T22:00:00', '2.00'],
    ['2026-02-04', '2026-02-04T06:00:00', '2026-02-04T22:00:00', `${store}.00`],
  ] as const) {
    const file = fgm({ store, business_date, began, ended }, [{ grade: '1', volume: '1', amount }]);
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/xml' };
    const { status } = await world.nobody.raw('POST', '/api/register-files?name=a.xml', file, headers);
    expect(status).toBe(200);
  }
}

// Of merchandise nobody knows anything.
test.each([
  'fuel',
  '-fuel',
  'merchandise',
  '-merchandise',
] as const)('days with the same figure, or none, are each on one page of Sales by %s, in one order', async (sort) => {
  const read = async (query: object) => (await world.ada.call(listSales, { query })).ok();
  const { days: all } = await read({ sort });
  expect(new Set(all.map((day) => `${day.location_id} ${day.business_date}`)).size).toBe(12);
  for (const limit of [1, 2, 5]) {
    const paged: typeof all = [];
    for (let after: string | null = ''; after !== null; ) {
      const page: { days: typeof all; next: string | null } = await read({
        sort,
        limit,
        ...(after && { after }),
      });
      paged.push(...page.days);
      after = page.next;
    }
    expect(paged).toEqual(all);
  }
});

test('a location with two business days on one date counts once on that date', async () => {
  const { columns } = (await world.ada.call(compareSales, { query: { from: '2026-02-01' } })).ok();
  expect(columns).toMatchObject([
    { from: '2026-02-01', locations: 3, days: 3, closed: 3, fuel: 600 },
    { from: '2026-02-02', locations: 0, days: 0, closed: 0, missing: 3, fuel: null },
    { from: '2026-02-03', locations: 3, days: 3, closed: 3, fuel: 600 },
    { from: '2026-02-04', locations: 3, closed: 3 },
  ]);
});

test('sales, exceptions, stock and products of a district are those of the locations that are in it now', async () => {
  const { id: district } = (await world.ada.call(createDistrict, { body: { name: 'North' } })).ok();
  const { locations } = (await world.ada.call(listLocations, { query: { q: 'Store 8' } })).ok();
  const [first, second] = locations.toSorted((a, b) => a.name.localeCompare(b.name));
  const move = async (id: string, district_id: string | null) =>
    (await world.ada.call(moveLocation, { params: { id }, body: { district_id } })).ok();
  const seen = async () => {
    const query = { district: district, from: '2026-02-01' };
    const { days } = (await world.ada.call(listSales, { query })).ok();
    const { columns } = (await world.ada.call(compareSales, { query })).ok();
    return [[...new Set(days.map((day) => day.location_name))].sort(), columns[0]?.fuel ?? null];
  };
  expect(await seen()).toEqual([[], null]);
  await move(first?.id ?? '', district);
  await move(second?.id ?? '', district);
  expect(await seen()).toEqual([['Store 81', 'Store 82'], 400]);
  await move(first?.id ?? '', null);
  expect(await seen()).toEqual([['Store 82'], 200]);
  const totalsOf = async (query: { district: string } | { location: string }) =>
    Promise.all(
      [listStock, listProducts, listExceptions].map(
        async (read) => (await world.ada.call(read, { query })).ok().total,
      ),
    );
  expect(await totalsOf({ district })).toEqual(await totalsOf({ location: second?.id ?? '' }));
  expect((await totalsOf({ district })).at(-1)).toBeGreaterThan(0);
});
