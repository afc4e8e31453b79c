import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLocation } from '../../../../contract/locations.ts';
import {
  createRegister,
  getSalesDay,
  type SalesValue,
  updateRegister,
} from '../../../../contract/registers.ts';
import { createRole } from '../../../../contract/roles.ts';
import { replaceUserRoles } from '../../../../contract/users.ts';
import { inMemory } from '../../../platform/spool.ts';
import {
  exampleJournal,
  journal,
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

const business_date = '2026-03-13';
const head = { business_date, began: '2026-03-13T06:00:00', ended: '2026-03-14T06:00:00' };

let stores = 0;
async function connect() {
  stores += 1;
  const name = `Till ${stores}`;
  const location = (await world.ada.call(createLocation, { body: { ...millRoad, name } })).ok();
  const { id } = location;
  const { register } = (await world.ada.call(createRegister, { body: { name, location_ids: [id] } })).ok();
  const send = async (...files: string[]) => {
    const zip = await zipOfTexts(Object.fromEntries(files.map((text, index) => [`${index}.xml`, text])));
    const answer = await receiveWithKey(world.app, register, 'files.zip', inMemory(Buffer.from(zip)));
    expect(new Set(answer.files.map(({ outcome }) => outcome))).toEqual(new Set(['accepted']));
  };
  const day = async (by = world.ada) => (await by.call(getSalesDay, { params: { id, business_date } })).ok();
  const value = async (code: SalesValue) => (await day()).values.find((one) => one.code === code) ?? null;
  return { location, register, send, day, value };
}

const drawer = (over: string, closing: string): SummaryValue[] => [
  ['statistics/overShort', over, '0'],
  ['openingBalance', '200', '0'],
  ['closingBalance', closing, '0'],
];

test('a till of which all is missing was not counted, and what is over is a setting of the connection', async () => {
  const { register, send, day, value } = await connect();
  const shift = (till: string, cashier: string) => ({ ...head, period: 98, till, cashier });
  await send(
    summary(shift('1', '7'), drawer('957.14', '957.14')),
    summary(shift('2', '8'), [...drawer('-12.40', '300'), ['statistics/transactions', '0', '9']]),
    summary(shift('3', '9'), drawer('2.00', '250')),
  );
  expect(await value('over_short')).toEqual({
    ...{ code: 'over_short', amount: -1040, count: 1, basis: 'undecided' },
  });
  expect(await value('tills')).toMatchObject({ count: 3 });
  expect(await value('opening_balance')).toMatchObject({ amount: 60_000 });
  expect((await day()).tills).toMatchObject([
    {
      register: null,
      till: '1',
      cashier: '7',
      sales: null,
      values: [{ amount: null, count: 1 }, {}, {}, {}],
    },
    { till: '2', cashier: '8', sales: 9, values: [{ amount: -1240, count: 0 }, {}, {}, {}] },
    { till: '3', cashier: '9' },
  ]);
  const body = { over_short_sign: 'short' as const };
  (await world.ada.call(updateRegister, { params: { id: register.id }, body })).ok();
  expect(await value('over_short')).toEqual({
    ...{ code: 'over_short', amount: 1040, count: 1, basis: 'decided' },
  });
  // The report of the day takes the place of those of its tills.
  await send(msm(head, { sales: 40, tax: '1', values: drawer('5.00', '900') }));
  expect(await value('over_short')).toMatchObject({ amount: -500, count: 0 });
});

test('who may read sales sees tills, and their cashiers only with a permission of its own', async () => {
  const { location, send, day } = await connect();
  await send(summary({ ...head, period: 98, till: '1', cashier: '7' }, drawer('0', '300')));
  const reader = await world.newUser('Rita Reader', [], [location]);
  for (const [permissions, cashier] of [
    [['registers.read'], null],
    [['registers.read', 'registers.cashiers'], '7'],
  ] as const) {
    const body = { name: `Till ${permissions.length}`, description: '', permissions: [...permissions] };
    const role = (await world.ada.call(createRole, { body: body as never })).ok();
    const roles = { params: { id: reader.id }, body: { role_ids: [role.id] } };
    (await world.ada.call(replaceUserRoles, roles)).ok();
    expect((await day(reader)).tills).toMatchObject([{ till: '1', cashier }]);
  }
});

test('payments and values of a journal are those of the day until its report comes', async () => {
  const { send, day, value } = await connect();
  await send(exampleJournal);
  expect(await day()).toMatchObject({
    tenders: [{ code: 'cash', amount: 3323, count: 1 }],
    ...{ tills: [], not_understood: [] },
  });
  expect(await value('baskets')).toMatchObject({ amount: 300, count: 1 });
  expect(await value('corrections')).toMatchObject({ amount: 5000, count: 1 });
  expect(await value('pay_inside')).toMatchObject({ amount: 2999, count: 1 });
  // The report has no tenders, and as many sales: the journal is whole.
  await send(
    msm(head, {
      sales: 1,
      tax: '0.24',
      values: [
        ['payIns/total', '5.00', '1'],
        ['statistics/noSales', '0', '4'],
      ],
    }),
  );
  expect(await day()).toMatchObject({
    ...{ state: 'closed', tenders: [{ code: 'cash', amount: 3323 }] },
    not_understood: ['payIns / total'],
  });
  expect(await value('no_sales')).toMatchObject({ amount: null, count: 4 });
  // It misses sales of the day: what it says of the till is a part, and so unknown.
  await send(msm({ ...head, sequence: 2 }, { sales: 300, tax: '0.24' }));
  expect(await day()).toMatchObject({ tenders: [], not_understood: [] });
  expect(await value('baskets')).toBeNull();
});

test('what is only paid out is no refund, by the name of its department', async () => {
  const { send, day, value } = await connect();
  const refund = (transaction: string, department: string, amount: string) => ({
    ...{ kind: 'RefundEvent' as const, transaction, business_date, began: `${business_date}T09:00:00` },
    items: [{ department, amount, quantity: '1' }],
    tenders: [{ code: 'cash', amount }],
  });
  const names = mcm({ ...head, ended: null }, [{ code: '23', name: 'PAID OUT', amount: '0' }]);
  await send(names, journal([refund('1', '23', '-600.00'), refund('2', '12', '-4.00')]));
  expect(await day()).toMatchObject({ refunds: 1, tenders: [{ code: 'cash', amount: -60_400 }] });
  expect(await value('paid_outs')).toMatchObject({ amount: 60_000, count: 1 });
  expect(await value('refunds')).toMatchObject({ amount: 400, count: 1 });
  expect(await value('largest_refund')).toMatchObject({ amount: 400 });
});

test('a day whose files say nothing of the till has nothing of it', async () => {
  const { send, day } = await connect();
  await send(mcm(head, [{ code: '12', amount: '3' }]));
  expect(await day()).toMatchObject({
    tenders: [],
    values: [],
    tills: [],
    not_understood: [],
    refunds: null,
  });
});
