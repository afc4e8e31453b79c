import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAudit } from '../../../../contract/audit.ts';
import { createLocation } from '../../../../contract/locations.ts';
import { updateOrganization } from '../../../../contract/organization.ts';
import { createRegister } from '../../../../contract/registers.ts';
import { createRole } from '../../../../contract/roles.ts';
import { nameFuelGrade } from '../../../../contract/sales-breakdown.ts';
import { listCashiers, listExceptions, setExceptionSeen } from '../../../../contract/sales-exceptions.ts';
import { replaceUserRoles } from '../../../../contract/users.ts';
import { daysBefore } from '../../../platform/clock.ts';
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
    ['grade_out', 'Grade 001: 0 gal', '100 gal a day in the 7 days before'],
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

test('one that somebody has seen is listed apart, with a note, until it says something else', async () => {
  const { location, send, found, said } = await open('Seen');
  await send(dayOf(0, [['payouts/total', '340', '3']]));
  const mona = await world.newUser('Mona Marks', ['manager'], [location]);
  const vera = await world.newUser('Vera Views', ['viewer'], [location]);
  const out = await world.newUser('Otto Elsewhere', ['manager'], []);
  const params = { id: location.id, business_date: last };
  const mark = (by = mona, changes: object = {}) => {
    const body = {
      kind: 'paid_outs',
      about: '',
      what: '$340.00 paid out',
      is_seen: true,
      note: 'Vendor',
    } as const;
    return by.call(setExceptionSeen, { params, body: { ...body, ...changes } });
  };
  expect([(await mark(vera)).status, (await mark(out)).status]).toEqual([403, 404]);
  for (const changes of [{ what: '$341.00 paid out' }, { about: 'x' }, { kind: 'voids' }])
    expect((await mark(mona, changes)).problem()).toMatchObject({ status: 409 });
  const elsewhere = { ...params, business_date: '2026-03-18' };
  const body = { kind: 'paid_outs', about: '', what: '$340.00 paid out', is_seen: true, note: '' } as const;
  expect((await mona.call(setExceptionSeen, { params: elsewhere, body })).status).toBe(409);
  expect((await mark(mona, { note: 'x'.repeat(501) })).status).toBe(400);
  const { seen } = (await mark()).ok();
  expect(seen).toMatchObject({ note: 'Vendor', updated_by_name: 'Mona Marks' });
  expect((await mark()).ok().seen).toEqual(seen);
  expect(await found()).toMatchObject({ exceptions: [], total: 0, seen: 1 });
  for (const state of ['seen', 'all'])
    expect((await found({ seen: state }, vera)).exceptions).toMatchObject([{ kind: 'paid_outs', seen }]);
  expect((await found({ seen: 'seen' }, out)).exceptions).toEqual([]);
  // A correction makes it another one, which nobody has seen.
  await send([
    msm({ ...headOf(last), sequence: 2 }, { sales: 200, tax: '1', values: [['payouts/total', '350', '3']] }),
  ]);
  expect(await said()).toEqual([['paid_outs', '$350.00 paid out', null]]);
  expect((await mark()).status).toBe(409);
  expect((await mark(mona, { what: '$350.00 paid out' })).ok().seen).toMatchObject({ note: 'Vendor' });
  expect((await mark(mona, { what: '$350.00 paid out', is_seen: false })).ok()).toEqual({ seen: null });
  expect(await found()).toMatchObject({ total: 1, seen: 0 });
  const query = { action: 'register.exception_seen', location: location.id } as const;
  const { entries } = (await world.ada.call(listAudit, { query })).ok();
  expect(entries.map(({ changes }) => changes.map(({ field, after }) => `${field}: ${after}`))).toEqual([
    ['Is seen: no', 'Note: none', `Business date: ${last}`, 'Exception: Paid outs: $350.00 paid out'],
    ['Is seen: yes', 'Note: Vendor', `Business date: ${last}`, 'Exception: Paid outs: $350.00 paid out'],
    ['Is seen: yes', 'Note: Vendor', `Business date: ${last}`, 'Exception: Paid outs: $340.00 paid out'],
  ]);
  expect(entries[0]?.sentence).toBe(`Mona Marks changed whether an exception of ${last} at Seen is seen`);
});

test('the limits of the organization and the names of grades are those of now', async () => {
  const { location, send, said, found } = await open('Limits');
  await send(Array.from({ length: 8 }, (_, back) => dayOf(back, [['payouts/total', '320', '3']])).flat());
  await send([fgm({ ...headOf(last), sequence: 2 }, [{ grade: '001', volume: '100', amount: '500' }])]);
  const organization = async (body: object) => (await world.ada.call(updateOrganization, { body })).ok();
  await organization({ paid_outs_dollars: 321 });
  const price = ['price', 'Grade 001: $5.000 a gallon', '$3.049 on Wed, Mar 18'];
  const corrected = ['corrected', 'Fuel $500.00', '$304.90 before'];
  expect(await said()).toEqual([price, corrected]);
  expect((await found()).limits).toEqual({
    ...{ over_short_dollars: 10, large_refund_dollars: 50, paid_outs_dollars: 321, unusual_times: 3 },
  });
  await organization({ paid_outs_dollars: 300 });
  (await world.ada.call(nameFuelGrade, { body: { code: '001', name: 'Regular' } })).ok();
  expect(await said()).toEqual([
    ['price', 'Regular: $5.000 a gallon', price[2]],
    ['paid_outs', '$320.00 paid out', null],
    corrected,
  ]);
  const name = `${'Regular '.repeat(24)}Unleaded`;
  (await world.ada.call(nameFuelGrade, { body: { code: '001', name } })).ok();
  const [long] = (await found({ kind: 'price' })).exceptions;
  expect(long?.what).toBe(`${name}: $5.000 a gallon`);
  const params = { id: location.id, business_date: last };
  const body = { kind: 'price', about: '001', what: long?.what ?? '', is_seen: true, note: '' } as const;
  (await world.ada.call(setExceptionSeen, { params, body })).ok();
  (await world.ada.call(nameFuelGrade, { body: { code: '001', name: null } })).ok();
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
