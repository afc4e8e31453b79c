import { afterAll, beforeAll, expect, test } from 'vitest';
import { decideDepartment, listDepartments } from '../../../contract/departments.ts';
import { createLocation } from '../../../contract/locations.ts';
import { notificationText } from '../../../contract/notifications/notification-words.ts';
import { listNotifications } from '../../../contract/notifications/notifications.ts';
import { getProfile } from '../../../contract/profile.ts';
import { getSalesDay, getSalesTiles, listReporting } from '../../../contract/registers.ts';
import { compareSales } from '../../../contract/sales.ts';
import * as contract from '../../../contract/sales-imports.ts';
import { replaceUserRoles } from '../../../contract/users.ts';
import { uploaded } from '../../testing/requests/sales-files.ts';
import { ownRole } from '../../testing/worlds/own-role.ts';
import { millRoad, startWorld, type World } from '../../testing/worlds/world.ts';
import { noticeAbsent } from '../registers/notices/absent.service.ts';

let world: World;
/** 10:30 in Albany. */
const clock = new Date('2026-11-27T15:30:00Z');
beforeAll(async () => {
  world = await startWorld({ now: () => clock });
});
afterAll(() => world.close());

async function open(number: string) {
  const body = { ...millRoad, name: `Store ${number}`, number };
  return (await world.ada.call(createLocation, { body })).ok();
}

async function imported(text: string) {
  const file = await uploaded(world.ada, text);
  const request = { params: { id: file.id }, body: { ...file.options, row: 'day' as const } };
  return (await world.ada.call(contract.applySalesImport, request)).ok();
}

const profile = async () => (await world.ada.call(getProfile, {})).ok();
const tiles = async () => (await world.ada.call(getSalesTiles, { query: {} })).ok();
const reporting = async () => (await world.ada.call(listReporting, { query: {} })).ok().locations;

test('a chain with spreadsheets alone has Sales, locations that report and are missing, and notices', async () => {
  const [one, two] = [await open('1'), await open('2')];
  await open('3');
  expect(await profile()).toMatchObject({ has_registers: false });
  expect(await tiles()).toEqual({ has_figures: false, revenue: null, products: null, stock: null });
  const rows = ['Date,Store,Fuel,Lottery', '11/27/26,1,100.00,5', '11/26/26,1,90.00,5', '11/25/26,1,80.00,5'];
  const first = await imported([...rows, '11/25/26,2,60.00,', '11/24/26,2,50.00,', ''].join('\n'));
  expect(first.counts).toMatchObject({ new: 5 });

  expect(await profile()).toMatchObject({ has_registers: true });
  expect((await tiles()).revenue).toMatchObject({
    amount: 10_000,
    reported: 1,
    missing: 1,
    as_of: clock.toISOString(),
  });
  // Store 3 never wrote a close.
  expect(await reporting()).toEqual([
    expect.objectContaining({
      name: 'Store 2',
      has_reported: false,
      is_silent: false,
      last_date: '2026-11-25',
    }),
    expect.objectContaining({
      name: 'Store 1',
      has_reported: true,
      is_silent: false,
      last_date: '2026-11-27',
    }),
  ]);
  const query = { from: '2026-11-25', to: '2026-11-26', against: 'none' as const };
  const { columns } = (await world.ada.call(compareSales, { query })).ok();
  expect(columns.map(({ closed, missing }) => [closed, missing])).toEqual([
    [2, 0],
    [1, 1],
  ]);

  const mia = await world.newUser('Mia Manager', ['manager'], [one, two]);
  await noticeAbsent(world.app);
  await world.settle();
  const { notifications } = (await mia.call(listNotifications, { query: { limit: 100 } })).ok();
  const absent = notifications.filter(({ kind }) => kind === 'day_missing' || kind === 'register_silent');
  expect(absent.map(notificationText)).toEqual(['Store 2: Thu, Nov 26 was missing']);

  const undo = { params: { id: first.id } };
  (await world.ada.call(contract.undoSalesImport, undo)).ok();
  expect(await profile()).toMatchObject({ has_registers: false });
});

test('departments of spreadsheets are decided for the chain, by who sees all locations that name them', async () => {
  const [four, five] = [await open('4'), await open('5')];
  await imported('Date,Store,Merchandise,Lottery\n11/24/26,4,10.00,5.00\n11/24/26,5,20.00,7.00\n');
  const day = async (id: string) => {
    const params = { id, business_date: '2026-11-24' };
    const { merchandise, excluded, revenue, held } = (await world.ada.call(getSalesDay, { params })).ok();
    return { merchandise, excluded, revenue, proposed: held.proposed_excluded };
  };
  const proposed = { amount: 500, count: 1, departments: [{ code: 'Lottery', name: 'Lottery' }] };
  expect(await day(four.id)).toMatchObject({ excluded: 500, proposed });
  const { departments } = (await world.ada.call(listDepartments, {})).ok();
  expect(departments).toEqual([
    expect.objectContaining({
      ...{ code: 'Lottery', name: 'Lottery', kind: null, amount: 1200, is_manageable: true },
      counts: [{ kind: 'excluded', basis: 'proposed', registers: 0 }],
    }),
  ]);
  const max = await world.newUser('Max Manager', [], [four]);
  const role = await ownRole(world, 'Closes', ['registers.read', 'registers.manage']);
  (await world.ada.call(replaceUserRoles, { params: { id: max.id }, body: { role_ids: [role] } })).ok();
  const seen = (await max.call(listDepartments, {})).ok().departments;
  expect(seen).toEqual([expect.objectContaining({ code: 'Lottery', amount: 500, is_manageable: false })]);
  const body = { code: 'Lottery', name: 'Lottery', kind: 'merchandise' as const };
  expect((await max.call(decideDepartment, { body })).problem().status).toBe(403);
  (await world.ada.call(decideDepartment, { body })).ok();
  expect(await day(four.id)).toMatchObject({ merchandise: 1500, excluded: null, proposed: null });
  expect((await day(five.id)).merchandise).toBe(2700);
});
