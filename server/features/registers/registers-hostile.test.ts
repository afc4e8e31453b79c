import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAudit } from '../../../contract/audit.ts';
import { listRegisterDepartments, setDepartmentKind } from '../../../contract/departments.ts';
import { closeLocation, createLocation, updateLocation } from '../../../contract/locations.ts';
import * as contract from '../../../contract/registers.ts';
import { inMemory } from '../../platform/spool.ts';
import { fgm, journal, mcm, zipOfTexts } from '../../testing/requests/register-xml.ts';
import { startTestApp } from '../../testing/worlds/test-app.ts';
import { millRoad, startWorld, type World } from '../../testing/worlds/world.ts';
import { readWaiting, receiveWithKey } from './receive/files.service.ts';
import { recountStock } from './stock/recount.service.ts';

let world: World;
/** Nine in the morning where the locations are. */
const morning = new Date('2026-03-20T13:00:00Z');
let clock = morning;
beforeAll(async () => {
  world = await startWorld({ now: () => clock });
});
afterAll(() => world.close());

async function open(number: string) {
  const body = { ...millRoad, name: `Store ${number}`, number };
  return (await world.ada.call(createLocation, { body })).ok();
}

async function connect(...location_ids: string[]) {
  const body = { name: 'Front', location_ids };
  const { register, key } = (await world.ada.call(contract.createRegister, { body })).ok();
  const headers = { authorization: `Bearer ${key}` };
  const post = (file: string | Uint8Array<ArrayBuffer>) =>
    world.nobody.raw('POST', '/api/register-files?name=a.xml', file, {
      ...headers,
      'content-type': 'application/xml',
    });
  const send = async (file: string | Uint8Array<ArrayBuffer>) => {
    const answer = await post(file);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${answer.status} ${text}`);
    const { files } = JSON.parse(text) as contract.RegisterReceipt;
    return files.map(({ outcome, reason }) => `${outcome}: ${reason}`);
  };
  const feed = async (day: object) => {
    const answer = await world.nobody.raw('POST', '/api/register-feed', { days: [day] }, headers);
    return { status: answer.status, body: JSON.parse(await answer.text()) };
  };
  return { register, key, post, send, feed };
}

async function store(number: string) {
  const location = await open(number);
  return { location, ...(await connect(location.id)) };
}

const headOf = (store: string, business_date: string, rest: object = {}) => ({
  ...{ store, business_date, began: `${business_date}T06:00:00`, ended: `${business_date}T22:00:00` },
  ...rest,
});
const fuel = (amount: string) => [{ grade: '1', volume: '1', amount }];
const sale = (number: string, began: string, amount: string, rest: object = {}) =>
  journal(
    [
      {
        ...{ transaction: '1', business_date: began.slice(0, 10), began },
        items: [{ department: '12', amount, quantity: '1' }],
        ...rest,
      },
    ],
    number,
  );

const dayOf = (id: string, business_date: string) =>
  world.ada.call(contract.getSalesDay, { params: { id, business_date } });
const revenueToday = async () => {
  const { revenue } = (await world.ada.call(contract.getSalesTiles, { query: {} })).ok();
  return { amount: revenue?.amount ?? 0, missing: revenue?.missing ?? 0 };
};

test('files that add up beyond what a location can sell leave their day out, and nothing else', async () => {
  const one = await store('11');
  const other = await store('12');
  await one.send(fgm(headOf('11', '2026-03-10'), fuel('5.00')));
  const till = (name: string, amount: string) =>
    fgm(headOf('11', '2026-03-11', { period: 98, till: name }), fuel(amount));
  await one.send(till('1', '30000000.00'));
  expect((await dayOf(one.location.id, '2026-03-11')).ok()).toMatchObject({ fuel: 3_000_000_000 });
  await one.send(till('2', '30000000.00'));
  expect((await dayOf(one.location.id, '2026-03-11')).status).toBe(404);
  const list = async () =>
    (await world.ada.call(contract.listSales, { query: { location: one.location.id } })).ok();
  const problem = 'Its fuel adds up to more than a location can sell in a day.';
  expect(await list()).toMatchObject({
    totals: { fuel: 500 },
    problems: [{ location_name: 'Store 11', business_date: '2026-03-11', problem }],
    problem_count: 1,
  });
  expect(await other.send(fgm(headOf('12', '2026-03-11'), fuel('7.00')))).toEqual(['accepted: null']);
  // A better report mends it.
  await one.send(fgm(headOf('11', '2026-03-11'), fuel('9.00')));
  expect(await list()).toMatchObject({ totals: { fuel: 1400 }, problems: [], problem_count: 0 });
});

test('a day whose files cannot be read back is named after two tries, and fails nobody else', async () => {
  const one = await store('13');
  const other = await store('14');
  for (const date of ['2026-03-10', '2026-03-11', '2026-03-12'])
    await one.send(mcm(headOf('13', date), [{ code: '12', amount: '3.00' }]));
  await world.app.database.write((tx) =>
    tx
      .updateTable('register_reports')
      .set({ content: '{' })
      .where('location_id', '=', one.location.id)
      .where('business_date', '=', '2026-03-11')
      .execute(),
  );
  const body = { code: '12', kind: 'excluded' } as const;
  (await world.ada.call(setDepartmentKind, { params: { id: one.register.id }, body })).ok();
  const { days, problems } = (
    await world.ada.call(contract.getLocationSales, { params: { id: one.location.id }, query: {} })
  ).ok();
  expect(days.map(({ business_date, excluded }) => [business_date, excluded])).toEqual([
    ['2026-03-12', 300],
    ['2026-03-10', 300],
  ]);
  expect(problems).toMatchObject([
    { business_date: '2026-03-11', problem: expect.stringContaining('could not') },
  ]);
  await readWaiting(world.app);
  expect(await other.send(fgm(headOf('14', '2026-03-11'), fuel('7.00')))).toEqual(['accepted: null']);
});

test('what a lost key sent loses against a working one, and what a replaced key sent keeps its rank', async () => {
  const location = await open('15');
  const stolen = await connect(location.id);
  const working = await connect(location.id);
  const forged = { sequence: 999_999 };
  await stolen.send(fgm(headOf('15', '2026-03-10', forged), fuel('900.00')));
  await stolen.send(sale('15', '2026-03-10T08:00:00', '70.00'));
  await stolen.send(sale('15', '2026-03-10T09:00:00', '80.00', { transaction: '2' }));
  const feedDay = {
    ...{ location: '15', business_date: '2026-03-11', began: '2026-03-11T06:00:00', currency: 'USD' },
    ...{ ended: '2026-03-11T22:00:00', departments: [], tax: null, sales: null, refunds: null },
  };
  const fed = (gross: number) => [{ grade: '1', volume: 1000, gross, discounts: 0 }];
  expect((await stolen.feed({ ...feedDay, fuel: fed(9000), version: 9_999_999_999 })).status).toBe(200);
  // The same events and periods from the register.
  await working.send(fgm(headOf('15', '2026-03-10'), fuel('9.00')));
  await working.send(sale('15', '2026-03-10T08:00:00', '7.00'));
  await working.feed({ ...feedDay, fuel: fed(90), version: 1 });
  const figures = async () => {
    const [first, second] = [await dayOf(location.id, '2026-03-10'), await dayOf(location.id, '2026-03-11')];
    const { fuel, merchandise, sales, marks } = first.ok();
    return { fuel, merchandise, sales, fed: second.ok().fuel, marks };
  };
  const params = { id: stolen.register.id };
  const believed = { fuel: 90_000, merchandise: 8_700, sales: 2, fed: 9000 };
  expect(await figures()).toMatchObject(believed);
  (await world.ada.call(contract.revokeRegister, { params, body: { is_lost: false } })).ok();
  expect(await figures()).toMatchObject(believed);
  const lost = (await world.ada.call(contract.revokeRegister, { params, body: { is_lost: true } })).ok();
  expect(lost.is_lost).toBe(true);
  expect(await figures()).toMatchObject({ fuel: 900, merchandise: 700, sales: 1, fed: 90 });
});

test('a day of which only a lost key says something is marked', async () => {
  const { location, register, send } = await store('16');
  await send(fgm(headOf('16', '2026-03-10'), fuel('9.00')));
  const params = { id: register.id };
  (await world.ada.call(contract.revokeRegister, { params, body: { is_lost: true } })).ok();
  expect((await dayOf(location.id, '2026-03-10')).ok()).toMatchObject({
    fuel: 900,
    marks: ['fuel only', 'Some figures come from a lost key'],
  });
});

test.each([
  contract.revokeRegister,
  contract.replaceRegisterKey,
])('a file that arrives while its key is revoked or replaced does not count', async (end) => {
  const { location, register } = await store(end === contract.revokeRegister ? '17' : '117');
  const params = { id: register.id };
  // As after its request was authorized.
  const arrived = inMemory(Buffer.from(fgm(headOf('17', '2026-03-10'), fuel('9.00'))));
  (await world.ada.call(end, { params, body: {} } as never)).ok();
  await expect(receiveWithKey(world.app, register, 'a.xml', arrived)).rejects.toThrow('This key was revoked');
  const query = { location: location.id };
  expect((await world.ada.call(contract.listRegisterFiles, { query })).ok().files).toEqual([]);
});

test('a date ahead waits with a sentence, moves no range, and counts when it has come', async () => {
  const { location, send } = await store('18');
  await send(fgm(headOf('18', '2026-03-12'), fuel('3.00')));
  expect(await send(fgm(headOf('18', '2035-01-01'), fuel('4.00')))).toEqual([
    'waiting: Its business date 2035-01-01 is more than 2 days ahead',
  ]);
  expect(await send(fgm(headOf('18', '2010-01-01'), fuel('4.00')))).toEqual([
    'waiting: Its business date 2010-01-01 is more than 10 years ago',
  ]);
  expect(await send(fgm(headOf('18', '2026-03-22'), fuel('5.00')))).toEqual(['accepted: null']);
  const query = { location: location.id };
  expect((await world.ada.call(contract.listSales, { query })).ok()).toMatchObject({
    ...{ from: '2026-03-06', to: '2026-03-12', totals: { fuel: 300 } },
  });
  clock = new Date('2026-03-17T13:00:00Z');
  const early = await send(fgm(headOf('18', '2026-03-20'), fuel('6.00')));
  expect(early).toEqual(['waiting: Its business date 2026-03-20 is more than 2 days ahead']);
  clock = morning;
  await readWaiting(world.app);
  expect((await dayOf(location.id, '2026-03-20')).ok()).toMatchObject({ fuel: 600 });
  const { files } = (
    await world.ada.call(contract.listRegisterFiles, { query: { location: location.id } })
  ).ok();
  expect(files.map(({ business_date, outcome }) => `${business_date} ${outcome}`).sort()).toEqual([
    '2010-01-01 waiting',
    '2026-03-12 accepted',
    '2026-03-20 accepted',
    '2026-03-22 accepted',
    '2035-01-01 waiting',
  ]);
});

test('a sale that a wrong clock dates ahead is left out of today, and nothing else is', async () => {
  const { location, send } = await store('19');
  const before = await revenueToday();
  await send(sale('19', '2026-03-20T08:00:00', '3000.00'));
  const ahead = { transaction: '2', business_date: '2026-03-20' };
  await send(sale('19', '2027-01-01T08:00:00', '1.00', ahead));
  const after = await revenueToday();
  expect([after.amount - before.amount, after.missing]).toEqual([300_000, before.missing - 1]);
  expect((await dayOf(location.id, '2026-03-20')).ok()).toMatchObject({
    merchandise: 300_100,
    marks: ['merchandise only', 'Clock of the register: $1.00 is dated ahead and not in Revenue Today'],
  });
});

test('a location that closes its day and sells on has both days in the revenue of today', async () => {
  const { send } = await store('20');
  const before = await revenueToday();
  const close = { began: '2026-03-19T22:00:00', ended: '2026-03-20T07:00:00' };
  await send(
    mcm(headOf('20', '2026-03-19', { ...close, began: '2026-03-20T01:00:00' }), [
      { code: '12', amount: '100.00' },
    ]),
  );
  await send(sale('20', '2026-03-20T08:00:00', '5.00'));
  expect((await revenueToday()).amount - before.amount).toBe(10_500);
});

test('of two files for one day with different totals one counts, the other says so, and the change is on record', async () => {
  const { location, send } = await store('121');
  expect(await send(fgm(headOf('121', '2026-03-10', { sequence: 2 }), fuel('9.00')))).toEqual([
    'accepted: null',
  ]);
  const replaced = 'replaced: Another report of the same period takes its place';
  expect(await send(fgm(headOf('121', '2026-03-10'), fuel('8.00')))).toEqual([replaced]);
  expect((await dayOf(location.id, '2026-03-10')).ok().fuel).toBe(900);
  expect(await send(fgm(headOf('121', '2026-03-10', { sequence: 3 }), fuel('7.00')))).toEqual([
    'accepted: null',
  ]);
  expect((await dayOf(location.id, '2026-03-10')).ok().fuel).toBe(700);
  const query = { location: location.id, outcome: 'replaced' } as const;
  expect((await world.ada.call(contract.listRegisterFiles, { query })).ok().files).toHaveLength(2);
  const { entries } = (
    await world.ada.call(listAudit, { query: { action: 'register.day_changed', location: location.id } })
  ).ok();
  const changes = entries.flatMap((entry) => entry.changes.filter(({ field }) => field === 'Fuel'));
  expect(changes).toEqual([{ field: 'Fuel', before: '$9.00', after: '$7.00' }]);
});

test('a location that changes its zone keeps its days, and its today is the one of the new zone', async () => {
  const { location, send } = await store('122');
  const before = await revenueToday();
  const params = { id: location.id };
  const move = (time_zone: string) =>
    world.ada.call(updateLocation, { params, body: { time_zone } }).then((reply) => reply.ok());
  // It is 13:00 on March 20 in UTC.
  const began = { began: '2026-03-21T01:00:00', ended: '2026-03-21T02:00:00' };
  await send(mcm(headOf('122', '2026-03-21', began), [{ code: '12', amount: '5.00' }]));
  const day = (await dayOf(location.id, '2026-03-21')).ok();
  await move('Pacific/Kiritimati');
  expect((await revenueToday()).amount - before.amount).toBe(500);
  await move('America/Chicago');
  expect((await revenueToday()).amount).toBe(before.amount);
  expect((await dayOf(location.id, '2026-03-21')).ok()).toEqual(day);
});

test('closing a location leaves what it sold today in the tile', async () => {
  const { location, send } = await store('21');
  await send(sale('21', '2026-03-20T08:00:00', '5.00'));
  const before = await revenueToday();
  const params = { id: location.id };
  (await world.ada.call(closeLocation, { params, body: { closed_on: '2026-03-20' } })).ok();
  expect(await revenueToday()).toEqual(before);
});

test('corrections of many closed days are one audit entry of a request and a location', async () => {
  const { location, send } = await store('22');
  const reports = (amount: string, sequence: number) =>
    zipOfTexts(
      Object.fromEntries(
        Array.from({ length: 12 }, (_, index) => {
          const date = `2026-02-${String(index + 1).padStart(2, '0')}`;
          return [`${date}.xml`, fgm(headOf('22', date, { sequence }), fuel(amount))];
        }),
      ),
    );
  await send(await reports('3.00', 1));
  await send(await reports('4.00', 2));
  const query = { action: 'register.day_changed', location: location.id } as const;
  const { entries } = (await world.ada.call(listAudit, { query })).ok();
  expect(entries).toHaveLength(1);
  expect(entries[0]?.sentence).toContain('changed the figures of 12 days at Store 22, which were closed');
  expect(entries[0]?.changes).toContainEqual({
    field: 'Fuel on 2026-02-12',
    before: '$3.00',
    after: '$4.00',
  });
});

test('a connection has at most 1,000 departments', async () => {
  const { register, send } = await store('23');
  const named = (count: number, from: number) =>
    mcm(
      headOf('23', '2026-03-10', { till: String(from), period: 98 }),
      Array.from({ length: count }, (_, index) => ({ code: String(from + index), amount: '1.00' })),
    );
  expect(await send(named(600, 1))).toEqual(['accepted: null']);
  expect(await send(await zipOfTexts({ 'a.xml': named(401, 2000), 'b.xml': named(400, 3000) }))).toEqual([
    'refused: It names more departments than the 1,000 that a connection can have.',
    'accepted: null',
  ]);
  const params = { id: register.id };
  const { departments } = (await world.ada.call(listRegisterDepartments, { params })).ok();
  expect(departments).toHaveLength(1000);
});

test('a key that sends more than registers do is told when to go on', async () => {
  const limited = await startTestApp({ env: { RATE_LIMITS: 'on' }, now: () => clock });
  const register = { id: '00000000-0000-4000-8000-000000000099', name: 'Front' };
  const window_ends_at = new Date(clock.getTime() + 600_000).toISOString();
  const sent = { key: `register-sent:${register.id} 3600`, window_ends_at, count: 60_000 };
  await limited.app.database.write((tx) => tx.insertInto('auth_rate').values(sent).execute());
  const arrived = inMemory(Buffer.from(fgm(headOf('17', '2026-03-10'), fuel('9.00'))));
  await expect(receiveWithKey(limited.app, register, 'a.xml', arrived)).rejects.toMatchObject({
    code: 'rate_limited',
    retry_after_seconds: 600,
  });
  await limited.close();
});

test('a period of more than 400 days is refused', async () => {
  const query = { from: '2024-01-01', to: '2026-03-01' };
  expect((await world.ada.call(contract.listSales, { query })).problem()).toMatchObject({
    detail: 'A period has at most 400 days',
  });
});

test('stock that cannot be computed is marked, and that of other locations is computed', async () => {
  const bad = await store('24');
  const good = await store('25');
  for (const one of [bad, good]) {
    const stock = { location: one === bad ? '24' : '25', code: '123', on_hand: 9, reorder_point: null };
    const body = { stock: [{ ...stock, counted_at: '2026-03-10T06:00:00' }] };
    const headers = { authorization: `Bearer ${one.key}` };
    expect((await world.nobody.raw('POST', '/api/register-feed', body, headers)).status).toBe(200);
    await one.send(sale(one === bad ? '24' : '25', '2026-03-11T08:00:00', '2.00'));
  }
  const poison = (content: string) =>
    world.app.database.write((tx) =>
      tx.updateTable('sales_days').set({ content }).where('location_id', '=', bad.location.id).execute(),
    );
  await poison('{');
  for (let time = 0; time < 2; time++) await recountStock(world.app);
  const stock = world.app.database.read.selectFrom('register_stock').select('on_hand');
  expect(await stock.where('location_id', '=', good.location.id).execute()).toEqual([{ on_hand: 8000 }]);
  const problems = () =>
    world.app.database.read
      .selectFrom('register_tasks')
      .select(['kind', 'problem'])
      .where('location_id', '=', bad.location.id)
      .execute();
  expect(await problems()).toMatchObject([{ kind: 'stock', problem: expect.stringContaining('could not') }]);
  await bad.send(sale('24', '2026-03-11T09:00:00', '2.00', { transaction: '2' }));
  await recountStock(world.app);
  expect(await problems()).toEqual([]);
});

test('promotions of a journal are subtracted, and a day says by how much its lines differ from their totals', async () => {
  const { location, send } = await store('26');
  const promoted = (began: string, total: string, transaction: string) =>
    sale('26', began, '14.47', { transaction })
      .replace(
        '</SalesAmount>',
        '</SalesAmount><Promotion><PromotionAmount>1.48</PromotionAmount></Promotion>',
      )
      .replace(
        '<TransactionSummary>',
        `<TransactionSummary><TransactionTotalNetAmount>${total}</TransactionTotalNetAmount>`,
      );
  await send(promoted('2026-03-10T08:00:00', '12.99', '1'));
  expect((await dayOf(location.id, '2026-03-10')).ok()).toMatchObject({
    merchandise: 1299,
    marks: ['merchandise only'],
  });
  await send(promoted('2026-03-10T09:00:00', '12.00', '2'));
  expect((await dayOf(location.id, '2026-03-10')).ok()).toMatchObject({
    merchandise: 2598,
    marks: ['merchandise only', 'Journal lines differ from their totals by $0.99'],
  });
});
