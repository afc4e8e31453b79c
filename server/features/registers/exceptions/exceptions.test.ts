import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLocation } from '../../../../contract/locations.ts';
import { createRegister } from '../../../../contract/registers.ts';
import { createRole } from '../../../../contract/roles.ts';
import { listCashiers, listExceptions } from '../../../../contract/sales-exceptions.ts';
import { replaceUserRoles } from '../../../../contract/users.ts';
import { inMemory } from '../../../platform/spool.ts';
import {
  fgm,
  mcm,
  msm,
  type SummaryValue,
  summary,
  zipOfTexts,
} from '../../../testing/requests/register-xml.ts';
import { millRoad, startWorld, type World } from '../../../testing/worlds/world.ts';
import { daysBefore } from '../figures/days.pure.ts';
import { receiveWithKey } from '../receive/files.service.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ now: () => new Date('2026-03-20T13:00:00Z') });
});
afterAll(() => world.close());

async function open(name: string) {
  const location = (await world.ada.call(createLocation, { body: { ...millRoad, name } })).ok();
  const body = { name, location_ids: [location.id], over_short_sign: 'over' as const };
  const { register } = (await world.ada.call(createRegister, { body })).ok();
  const send = async (files: readonly string[]) => {
    const zip = await zipOfTexts(Object.fromEntries(files.map((text, index) => [`${index}.xml`, text])));
    await receiveWithKey(world.app, register, 'files.zip', inMemory(Buffer.from(zip)));
  };
  const query = { location: location.id, from: '2026-03-19', to: '2026-03-19', limit: 50 };
  const found = async (changes: object = {}, by = world.ada) =>
    (await by.call(listExceptions, { query: { ...query, ...changes } })).ok();
  const said = async (changes: object = {}) =>
    (await found(changes)).exceptions.map(({ kind, what, usual }) => [kind, what, usual]);
  return { location, register, send, found, said };
}

const last = '2026-03-19';
const headOf = (business_date: string) => ({
  ...{ business_date, began: `${business_date}T06:00:00`, ended: `${business_date}T22:00:00` },
});
const dayOf = (back: number, values: readonly SummaryValue[], grade = '001') => {
  const head = headOf(daysBefore(last, back));
  return [
    fgm(head, [{ grade, volume: '100', amount: '304.90' }]),
    mcm(head, [{ code: '12', amount: '50' }]),
    msm(head, { sales: 200, tax: '1', values }),
  ];
};
const usual: SummaryValue[] = [
  ['statistics/voidTransactions', '4', '2'],
  ['statistics/overShort', '-12.40'],
];

test('a day is compared with the past of its own location, on both databases alike', async () => {
  const { location, send, found, said } = await open('Mill Road Exceptions');
  const other = await open('Quiet');
  const past = Array.from({ length: 10 }, (_, back) => dayOf(back + 1, usual)).flat();
  await send(past);
  await other.send(dayOf(0, []));
  expect(await said()).toEqual([]);
  expect(await said({ from: '2026-03-18', to: '2026-03-18' })).toEqual([
    ['over_short', '$12.40 short', '9 days beyond $10.00 in 28 days, $111.60 short in all'],
  ]);
  await send(
    dayOf(
      0,
      [
        ['statistics/voidTransactions', '80', '20'],
        ['statistics/overShort', '900'],
        ['closingBalance', '900'],
        ['payouts/total', '340', '3'],
        ['statistics/driveOffs', '31.05', '1'],
      ],
      '002',
    ),
  );
  const lines = [
    ['not_counted', '1 of 1 till not counted', null],
    ['grade_out', '001: 0 gal', '100 gal a day in the 7 days before'],
    ['voids', '20 voids, 10 per 100 transactions', '1 per 100 transactions (median of 28 days)'],
    ['paid_outs', '$340.00 paid out', null],
    ['drive_offs', '1 drive-off, $31.05', null],
  ];
  expect(await said()).toEqual(lines);
  expect((await found()).exceptions[0]).toMatchObject({
    ...{
      location_id: location.id,
      location_name: 'Mill Road Exceptions',
      business_date: last,
      trading_date: last,
    },
  });
  expect(await said({ kind: 'paid_outs' })).toEqual([lines[3]]);
  const page = await found({ limit: 2, after: 2 });
  expect([page.exceptions.map(({ kind }) => kind), page.total, page.next]).toEqual([
    ['voids', 'paid_outs'],
    5,
    4,
  ]);
  // It is in no line that nothing supports any more. Another number of sales alone is no correction.
  await send([msm({ ...headOf(last), sequence: 2 }, { sales: 201, tax: '1' })]);
  expect(await said()).toEqual([lines[1]]);
  await send([mcm({ ...headOf(last), sequence: 2 }, [{ code: '12', amount: '45' }])]);
  expect(await said()).toEqual([lines[1], ['corrected', 'Merchandise $45.00', '$50.00 before']]);
  // What is again as it was first is none either.
  await send([mcm({ ...headOf(last), sequence: 3 }, [{ code: '12', amount: '50' }])]);
  expect(await said()).toEqual([lines[1]]);
  expect(await other.said()).toEqual([]);
});

test('exceptions are those of locations in scope, and of a month at most', async () => {
  const hidden = await open('Hidden');
  const own = await open('Own');
  for (const { send } of [hidden, own]) await send(dayOf(0, [['payouts/total', '999', '1']]));
  const reader = await world.newUser('Vera Viewer', ['viewer'], [own.location]);
  const { exceptions } = await own.found(
    { location: [own, hidden].map(({ location }) => location.id).join() },
    reader,
  );
  expect(exceptions.map(({ location_name }) => location_name)).toEqual(['Own']);
  expect((await own.found({ location: hidden.location.id }, reader)).exceptions).toEqual([]);
  const query = { from: '2026-01-01', to: '2026-02-01' };
  const refused = await world.ada.call(listExceptions, { query });
  expect([refused.status, refused.problem().detail]).toEqual([
    400,
    'Exceptions are listed for at most 31 days',
  ]);
});

test('cashiers with 200 transactions are listed by their numbers, as a share', async () => {
  const { location, send } = await open('Cashiers');
  const shift = (back: number, cashier: string, till: string, values: readonly SummaryValue[]) =>
    summary({ ...headOf(daysBefore(last, back)), period: 98, till, cashier }, [
      ...values,
      ['refunds/total', '5', '1'],
    ]);
  const sold = (count: number): SummaryValue => ['statistics/transactions', '0', String(count)];
  await send([
    shift(0, '12', '1', [sold(150), ['statistics/overShort', '3']]),
    shift(1, '12', '1', [sold(50), ['statistics/overShort', '-1.5']]),
    shift(0, '7', '2', [sold(400)]),
    shift(0, '9', '3', [sold(199)]),
    // Too long ago.
    shift(28, '9', '3', [sold(199)]),
  ]);
  const read = (by = world.ada) => by.call(listCashiers, { params: { id: location.id }, query: {} });
  expect((await read()).ok()).toEqual({
    ...{ from: '2026-02-21', to: '2026-03-20' },
    cashiers: [
      { cashier: '7', transactions: 400, refunds: 0.25, voids: null, no_sales: null, over_short: null },
      { cashier: '12', transactions: 200, refunds: 1, voids: null, no_sales: null, over_short: 150 },
    ],
  });
  const manager = await world.newUser('Mona Manager', ['manager'], [location]);
  expect((await read(manager)).status).toBe(403);
  const elsewhere = await world.newUser('Cara Counter', [], []);
  const role = { name: 'Counts tills', description: '', permissions: ['registers.cashiers' as const] };
  const role_ids = [(await world.ada.call(createRole, { body: role })).ok().id];
  (await world.ada.call(replaceUserRoles, { params: { id: elsewhere.id }, body: { role_ids } })).ok();
  expect((await read(elsewhere)).status).toBe(404);
});
