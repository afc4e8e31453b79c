import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAudit } from '../../../../contract/audit.ts';
import {
  decideDepartment,
  listDepartments,
  listRegisterDepartments,
  setDepartmentKind,
} from '../../../../contract/departments.ts';
import { createLocation } from '../../../../contract/locations.ts';
import {
  createRegister,
  getLocationSales,
  getSalesDay,
  getSalesTiles,
  listSales,
} from '../../../../contract/registers.ts';
import { createRole } from '../../../../contract/roles.ts';
import { replaceUserRoles } from '../../../../contract/users.ts';
import { type DepartmentSold, fgm, journalOf, mcm } from '../../../testing/requests/register-xml.ts';
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

const goods = (more: DepartmentSold[] = []) => [{ code: '12', name: 'Snacks', amount: '1880.00' }, ...more];

test('a location with movement reports only: its fuel department is proposed by its name, and no sum counts it twice', async () => {
  const store = await connect('62');
  const location = store.location.id;
  await store.sendFuel('2026-03-20', '7327.00');
  await store.sendDepartments(
    '2026-03-20',
    goods([
      { code: '1024', name: 'UNLEADED', amount: '7327.00' },
      { code: '30', name: 'Lottery', amount: '83.00' },
    ]),
  );
  expect(await store.day('2026-03-20')).toMatchObject({
    ...{ fuel: 732700, merchandise: 188000, excluded: 8300, revenue: 920700 },
    ...{ undecided: 188000, proposed_excluded: 8300, proposed_fuel: 732700 },
  });
  const held = {
    undecided: { amount: 188000, count: 1, departments: [{ code: '12', name: 'Snacks' }] },
    proposed_excluded: { amount: 8300, count: 1, departments: [{ code: '30', name: 'Lottery' }] },
    proposed_fuel: { amount: 732700, count: 1, departments: [{ code: '1024', name: 'UNLEADED' }] },
  };
  const range = { from: '2026-03-20', to: '2026-03-20' };
  const query = { ...range, location };
  expect((await store.day('2026-03-20')).held).toEqual(held);
  expect((await world.ada.call(listSales, { query })).ok().held).toEqual(held);
  expect(
    (await world.ada.call(getLocationSales, { params: { id: location }, query: range })).ok().held,
  ).toEqual(held);
  expect((await world.ada.call(getSalesTiles, { query: {} })).ok().revenue?.held).toMatchObject(held);
  const empty = { query: { ...query, from: '2026-03-21', to: '2026-03-22' } };
  expect((await world.ada.call(listSales, empty)).ok().held).toEqual({
    ...{ undecided: null, proposed_excluded: null, proposed_fuel: null },
  });
  const file = await (
    await world.ada.raw('GET', `/api/sales/export.csv?${new URLSearchParams(query)}`)
  ).text();
  expect(file).toContain('Undecided,Left out (proposed),Counted as fuel (proposed)');
  expect(file).toContain('1880.00,83.00,7327.00');
});

test('a department without a name is fuel when it is the fuel report on three days of three, and no more when it is not', async () => {
  const store = await connect('63');
  const dates = ['2026-03-10', '2026-03-11', '2026-03-12', '2026-03-13'];
  const send = async (date = '', fuel = '900.00', sequence = 1) => {
    await store.sendFuel(date, '1000.00');
    const named = { code: '1025', name: 'Diesel', amount: '100.00' };
    await store.sendDepartments(date, goods([{ code: '1024', amount: fuel }, named]), sequence);
  };
  const merchandise = async () =>
    (await Promise.all(dates.slice(0, 3).map(store.day))).map((day) => day.merchandise);
  const [first, second, third, fourth] = dates;
  await send(first);
  await send(third);
  expect((await store.day(third ?? '')).merchandise).toBe(278000);
  // The order of the days makes no difference.
  await send(second, '899.99');
  expect(await merchandise()).toEqual([278000, 277999, 278000]);
  await send(second, '900.00', 2);
  expect(await merchandise()).toEqual([188000, 188000, 188000]);
  expect(await store.day(first ?? '')).toMatchObject({ proposed_fuel: 100000, undecided: 188000 });
  // A day that differs does not end what three days have shown; one among the three does.
  await send(fourth, '1.00');
  expect(await merchandise()).toEqual([188000, 188000, 188000]);
  await send(second, '899.99', 3);
  expect(await merchandise()).toEqual([278000, 277999, 278000]);
});

test('one act decides for all connections with the same code and name, also later ones, and one may differ', async () => {
  const [one, two] = [await connect('64'), await connect('65')];
  const date = '2026-03-10';
  const tickets = (name: string) => [{ code: '40', name, amount: '10.00' }];
  await one.sendDepartments(date, tickets('Tickets'));
  await two.sendDepartments(date, tickets('TICKETS'));
  const other = await connect('66');
  await other.sendDepartments(date, tickets('Parking'));
  const find = async (by = world.ada) =>
    (await by.call(listDepartments, {}))
      .ok()
      .departments.filter(({ code }) => code === '40')
      .sort((a, b) => ((a.name ?? '') < (b.name ?? '') ? 1 : -1));
  expect(await find()).toMatchObject([
    {
      ...{ kind: null, amount: 2000, is_manageable: true, differing: [] },
      counts: [{ kind: 'merchandise', basis: 'undecided', registers: 2 }],
    },
    { name: 'Parking', amount: 1000 },
  ]);
  const decide = (kind: 'fuel' | 'merchandise' | 'excluded', by = world.ada) =>
    by.call(decideDepartment, { body: { code: '40', name: 'tickets', kind } });
  (await decide('excluded')).ok();
  for (const store of [one, two])
    expect(await store.day(date)).toMatchObject({
      merchandise: 0,
      excluded: 1000,
      undecided: 0,
      proposed_excluded: 0,
    });
  expect(await other.day(date)).toMatchObject({ merchandise: 1000, undecided: 1000 });

  const later = await connect('67');
  await later.sendDepartments(date, tickets('Tickets'));
  expect(await later.day(date)).toMatchObject({ merchandise: 0, excluded: 1000 });
  const own = { params: { id: later.register.id } };
  (await world.ada.call(setDepartmentKind, { ...own, body: { code: '40', kind: 'merchandise' } })).ok();
  expect(await later.day(date)).toMatchObject({ merchandise: 1000, excluded: 0, undecided: 0 });
  expect((await find())[0]).toMatchObject({
    kind: 'excluded',
    counts: [
      { kind: 'excluded', basis: 'decided', registers: 2 },
      { kind: 'merchandise', basis: 'decided', registers: 1 },
    ],
    differing: [{ id: later.register.id, name: 'Front of 67', kind: 'merchandise' }],
  });
  // It decided the same before, and follows the chain from now on.
  (await decide('merchandise')).ok();
  expect((await find())[0]).toMatchObject({ kind: 'merchandise', differing: [] });
  (await decide('excluded')).ok();
  expect(await later.day(date)).toMatchObject({ merchandise: 0, excluded: 1000 });
  const { departments } = (await world.ada.call(listRegisterDepartments, own)).ok();
  expect(departments).toMatchObject([
    { kind: 'excluded', basis: 'decided', own_kind: null, chain_kind: 'excluded' },
  ]);

  const { entries } = (
    await world.ada.call(listAudit, { query: { action: 'register.department_decided' } })
  ).ok();
  expect(entries).toHaveLength(3);
  expect(entries.at(-1)).toMatchObject({
    sentence: 'Ada Owner decided for the chain what department 40 tickets is',
    changes: [{ field: 'Kind', before: 'merchandise', after: 'excluded' }],
  });

  const manager = await managerOf([one.location, other.location]);
  expect(await find(manager)).toMatchObject([
    { name: 'Tickets', is_manageable: false, amount: 1000 },
    { name: 'Parking', is_manageable: true },
  ]);
  expect((await decide('fuel', manager)).status).toBe(403);
  const parking = { code: '40', name: 'Parking', kind: 'excluded' as const };
  (await manager.call(decideDepartment, { body: parking })).ok();
  expect(await other.day(date)).toMatchObject({ merchandise: 0, excluded: 1000 });
  const stranger = await managerOf([(await connect('68')).location]);
  expect(await find(stranger)).toEqual([]);
  expect((await stranger.call(decideDepartment, { body: parking })).status).toBe(404);
});

async function managerOf(locations: Awaited<ReturnType<typeof connect>>['location'][]) {
  const permissions = ['registers.read', 'registers.manage'];
  const body = { name: `Keeper of ${locations[0]?.name}`, description: '', permissions };
  const role = (await world.ada.call(createRole, { body: body as never })).ok();
  const user = await world.newUser(`Manager of ${locations[0]?.number}`, [], locations);
  (await world.ada.call(replaceUserRoles, { params: { id: user.id }, body: { role_ids: [role.id] } })).ok();
  return user;
}

test('a line of a journal without an item names its department', async () => {
  const store = await connect('69');
  const line = `<TransactionLine status="normal"><MerchandiseCodeLine><MerchandiseCode>31</MerchandiseCode>
<Description>Money order</Description><SalesQuantity>1</SalesQuantity><SalesAmount>50.00</SalesAmount></MerchandiseCodeLine></TransactionLine>`;
  const sale = `<SaleEvent><RegisterID>1</RegisterID><TransactionID>1</TransactionID><BusinessDate>2026-03-19</BusinessDate>
<EventStartDate>2026-03-19</EventStartDate><EventStartTime>08:00:00</EventStartTime>
<TransactionDetailGroup>${line}</TransactionDetailGroup></SaleEvent>`;
  await store.send(journalOf(sale, '69'));
  expect(await store.day('2026-03-19')).toMatchObject({
    ...{ merchandise: 0, excluded: 5000, proposed_excluded: 5000 },
    departments: [{ code: '31', name: 'Money order', kind: 'excluded', basis: 'proposed' }],
  });
});
