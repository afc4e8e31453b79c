import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLocation } from '../../../../contract/locations.ts';
import { createRegister, getSalesDay, setDepartmentKind } from '../../../../contract/registers.ts';
import { type DepartmentSold, fgm, mcm } from '../../../testing/requests/register-xml.ts';
import { millRoad, startWorld, type World } from '../../../testing/worlds/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ now: () => new Date('2026-03-20T13:00:00Z') });
});
afterAll(() => world.close());

async function connect(number: string) {
  const place = { ...millRoad, name: `Store ${number}`, number };
  const location = (await world.ada.call(createLocation, { body: place })).ok();
  const body = { name: `Front of ${number}`, location_ids: [location.id] };
  const { register, key } = (await world.ada.call(createRegister, { body })).ok();
  const send = async (file: string) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/xml' };
    const response = await world.nobody.raw('POST', '/api/register-files?name=a.xml', file, headers);
    expect(response.status).toBe(200);
  };
  const headOf = (business_date: string) => ({
    ...{ store: number, business_date },
    ...{ began: `${business_date}T06:00:00`, ended: `${business_date}T23:00:00` },
  });
  return {
    ...{ location, register, send },
    sendDepartments: (date: string, sold: readonly DepartmentSold[], sequence = 1) =>
      send(mcm({ ...headOf(date), sequence }, sold)),
    sendFuel: (date: string, amount: string, discount = '0') =>
      send(fgm(headOf(date), [{ grade: '001', volume: '10', amount, discount }])),
    day: async (business_date: string) =>
      (await world.ada.call(getSalesDay, { params: { id: location.id, business_date } })).ok(),
    parts: (business_date: string) =>
      world.app.database.read
        .selectFrom('sales_parts')
        .selectAll()
        .where('location_id', '=', location.id)
        .where('business_date', '=', business_date)
        .orderBy('kind')
        .orderBy('code')
        .orderBy('counts_as')
        .execute(),
  };
}

test('a day consists of rows, which change with its files and its departments, and go with it', async () => {
  const store = await connect('61');
  const date = '2026-03-10';
  await store.sendFuel(date, '30.49', '0.50');
  await store.sendDepartments(date, [
    { code: '12', name: 'Snacks', amount: '3', discount: '-0.25' },
    { code: '13', amount: '-1' },
  ]);
  const head = { location_id: store.location.id, business_date: date, trading_date: date, count: null };
  const merchandise = { ...head, kind: 'department', counts_as: 'merchandise', basis: 'undecided' };
  const reduced = { promotions: null, refunds: null, quantity: 1000 };
  const snacks = {
    ...merchandise,
    ...reduced,
    code: '12',
    name: 'snacks',
    gross: 300,
    discounts: 25,
    amount: 275,
  };
  const grade = {
    ...{ ...head, kind: 'grade', code: '001', name: '', counts_as: '', basis: '', promotions: null },
    ...{ refunds: null, gross: 3049, discounts: 50, amount: 2999, quantity: 10_000 },
  };
  expect(await store.parts(date)).toEqual([
    snacks,
    { ...merchandise, ...reduced, code: '13', name: '', gross: -100, discounts: 0, amount: -100 },
    grade,
  ]);
  const held = () =>
    world.app.database.read
      .selectFrom('sales_days')
      .select(['undecided', 'proposed_excluded', 'proposed_fuel'])
      .where('location_id', '=', store.location.id)
      .execute();
  expect(await held()).toEqual([{ undecided: 175, proposed_excluded: 0, proposed_fuel: 0 }]);

  await store.sendDepartments(date, [{ code: '12', amount: '4' }], 2);
  const changed = { ...snacks, gross: 400, discounts: 0, amount: 400 };
  expect(await store.parts(date)).toEqual([changed, grade]);
  const params = { id: store.register.id };
  (await world.ada.call(setDepartmentKind, { params, body: { code: '12', kind: 'excluded' } })).ok();
  expect(await store.parts(date)).toEqual([{ ...changed, counts_as: 'excluded', basis: 'decided' }, grade]);
  expect(await held()).toEqual([{ undecided: 0, proposed_excluded: 0, proposed_fuel: 0 }]);

  await world.app.database.write((tx) =>
    tx.deleteFrom('sales_days').where('location_id', '=', store.location.id).execute(),
  );
  expect(await store.parts(date)).toEqual([]);
});
