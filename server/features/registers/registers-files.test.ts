import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAudit } from '../../../contract/audit.ts';
import { setDepartmentKind } from '../../../contract/departments.ts';
import {
  closeLocation,
  createLocation,
  deleteLocation,
  reopenLocation,
} from '../../../contract/locations.ts';
import * as contract from '../../../contract/registers.ts';
import { fgm, ism, journal, mcm, msm, zipOfTexts } from '../../testing/requests/register-xml.ts';
import { startTestApp } from '../../testing/worlds/test-app.ts';
import { millRoad, startWorld, type World } from '../../testing/worlds/world.ts';
import { purgeRegisterFiles, readAllAgain, readWaiting } from './receive/files.service.ts';

let world: World;
let clock = new Date('2026-03-20T13:00:00Z');
beforeAll(async () => {
  world = await startWorld({ now: () => clock });
});
afterAll(() => world.close());

async function open(number: string) {
  return (
    await world.ada.call(createLocation, { body: { ...millRoad, name: `Store ${number}`, number } })
  ).ok();
}

async function connect(...numbers: string[]) {
  const locations = [];
  for (const number of numbers) locations.push(await open(number));
  const body = { name: `Front of ${numbers[0]}`, location_ids: locations.map(({ id }) => id) };
  const { register, key } = (await world.ada.call(contract.createRegister, { body })).ok();
  const send = async (file: string | Uint8Array<ArrayBuffer>) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/xml' };
    const answer = await world.nobody.raw('POST', '/api/register-files?name=a.xml', file, headers);
    const { files } = (await answer.json()) as contract.RegisterReceipt;
    return files.map(({ outcome, reason }) => `${outcome}: ${reason}`);
  };
  const [location] = locations;
  if (!location) throw new Error('It has a location');
  return { location, locations, register, key, send };
}

const report = (store: string, date: number, amount = '3.00', rest: object = {}) => {
  const business_date = `2026-03-${String(date).padStart(2, '0')}`;
  const head = {
    store,
    business_date,
    began: `${business_date}T06:00:00`,
    ended: `${business_date}T22:00:00`,
  };
  return fgm({ ...head, ...rest }, [{ grade: '1', volume: '1', amount }]);
};
const dayOf = (id: string, business_date: string) =>
  world.ada.call(contract.getSalesDay, { params: { id, business_date } });
const filesOf = async (location: string) =>
  (await world.ada.call(contract.listRegisterFiles, { query: { location, limit: 500 } })).ok().files;

test('a closed location accepts days up to its closing for 30 days, and a deleted one nothing', async () => {
  const one = await connect('31');
  const params = { id: one.location.id };
  (await world.ada.call(closeLocation, { params, body: { closed_on: '2026-03-11' } })).ok();
  expect(await one.send(report('31', 11))).toEqual(['accepted: null']);
  const late = 'Store 31 was closed on 2026-03-11, before its business date 2026-03-12';
  expect(await one.send(report('31', 12))).toEqual([`waiting: ${late}`]);
  expect((await dayOf(one.location.id, '2026-03-11')).ok()).toMatchObject({ fuel: 300 });
  expect((await dayOf(one.location.id, '2026-03-12')).status).toBe(404);
  (await world.ada.call(reopenLocation, { params })).ok();
  await readWaiting(world.app);
  expect((await dayOf(one.location.id, '2026-03-12')).ok()).toMatchObject({ fuel: 300 });
  expect((await filesOf(one.location.id)).map(({ outcome }) => outcome)).toEqual(['accepted', 'accepted']);
  (await world.ada.call(closeLocation, { params, body: { closed_on: '2026-02-10' } })).ok();
  const long =
    'waiting: Store 31 was closed on 2026-02-10, more than 30 days ago, so its files are not counted.';
  expect(await one.send(report('31', 10))).toEqual([long]);
  (await world.ada.call(reopenLocation, { params })).ok();
  await readWaiting(world.app);
  expect((await dayOf(one.location.id, '2026-03-10')).ok()).toMatchObject({ fuel: 300 });
  const several = await connect('32', '33');
  const closed = { id: several.locations[1]?.id ?? '' };
  (await world.ada.call(closeLocation, { params: closed, body: { closed_on: '2026-02-10' } })).ok();
  expect(await several.send(report('33', 11))).toEqual(['waiting: This file says location 33']);
  expect(await several.send(report('032', 11))).toEqual(['accepted: null']);
  const gone = await connect('34');
  (await world.ada.call(deleteLocation, { params: { id: gone.location.id } })).ok();
  expect(await gone.send(report('34', 11))).toEqual(['waiting: This connection has no location']);
});

test('a number that two locations may be, and a file without one, wait and are named', async () => {
  const { send, location } = await connect('041', '0041');
  expect(await send(report('41', 11))).toEqual([
    'waiting: This file says location 41, which 2 locations may be',
  ]);
  expect(await send(report('041', 11))).toEqual(['accepted: null']);
  expect(await send(report('', 11))).toEqual(['waiting: This file does not say its location']);
  expect((await dayOf(location.id, '2026-03-11')).ok()).toMatchObject({ fuel: 300 });
});

test('a key of one location fixes its number with the first file, whatever zeros come and go', async () => {
  const { send, location } = await connect('51');
  // The installer typed 1.
  expect(await send(report('1', 10))).toEqual(['accepted: null']);
  expect(await send(report('001', 11))).toEqual(['accepted: null']);
  expect(await send(report('51', 12))).toEqual(['waiting: This file says location 51']);
  expect((await filesOf(location.id)).length).toBe(2);
});

test('33 MB are refused before they are read, with a sentence, and so is an unknown kind of body', async () => {
  const { key } = await connect('35');
  const large = Buffer.alloc(33_000_000, ' ');
  for (const [path, authorization] of [
    ['/api/register-files', `Bearer ${key}`],
    ['/api/register-files/by-hand?name=a.xml', `Bearer ${world.ada.token}`],
  ] as const) {
    const post = (type: string, body: Buffer) =>
      fetch(world.url + path, {
        method: 'POST',
        headers: { authorization, 'content-type': type },
        body: Uint8Array.from(body),
      });
    const refused = await post('application/xml', large);
    const { detail } = (await refused.json()) as { detail: string };
    expect([refused.status, detail]).toEqual([413, 'The file is larger than 32 MB.']);
    expect((await post('application/json', Buffer.from('{}'))).status).toBe(415);
  }
});

test('too many wrong keys are told when to try again', async () => {
  const limited = await startTestApp({ env: { RATE_LIMITS: 'on' } });
  let last: Response | null = null;
  for (let time = 0; time < 31; time++) {
    last = await fetch(`${limited.url}/api/register-files`, {
      method: 'POST',
      headers: { authorization: 'Bearer canopy_register_wrong', 'content-type': 'text/xml' },
      body: '<a/>',
    });
    await last.arrayBuffer();
  }
  await limited.close();
  expect(last?.status).toBe(429);
  const seconds = Number(last?.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(600);
});

test('a journal without any line of fuel does not know fuel, and a shift report says it', async () => {
  const { send, location } = await connect('36');
  const sale = journal(
    [
      {
        ...{ transaction: '1', business_date: '2026-03-14', began: '2026-03-14T08:00:00' },
        items: [{ department: '12', amount: '3.00', quantity: '1' }],
      },
    ],
    '36',
  );
  await send(sale);
  const inside = (await dayOf(location.id, '2026-03-14')).ok();
  expect(inside).toMatchObject({ fuel: null, fuel_volume: null, merchandise: 300, revenue: 300 });
  expect(inside).toMatchObject({
    marks: ['merchandise only'],
    sources: { fuel: null, merchandise: 'journal' },
  });
  await send(report('36', 14, '20.00', { period: 98 }));
  expect((await dayOf(location.id, '2026-03-14')).ok()).toMatchObject({
    ...{ fuel: 2000, revenue: 2300, marks: [] },
    sources: { fuel: 'shift_reports', merchandise: 'journal' },
  });
  // The day report knows fuel, of which the journal says nothing: no difference is told.
  await send(report('36', 14, '21.00'));
  expect((await dayOf(location.id, '2026-03-14')).ok()).toMatchObject({
    ...{ fuel: 2100, marks: [], journal: { fuel: null, merchandise: 300 } },
  });
});

test('a journal that has only some sales of a closed day does not know its refunds', async () => {
  const { send, location } = await connect('146');
  const sold = (transaction: string, kind: 'SaleEvent' | 'RefundEvent' = 'SaleEvent') =>
    journal(
      [
        {
          ...{ kind, transaction, business_date: '2026-03-14', began: `2026-03-14T08:00:0${transaction}` },
          items: [{ department: '12', amount: '3.00', quantity: '1' }],
        },
      ],
      '146',
    );
  const refunds = async () => (await dayOf(location.id, '2026-03-14')).ok().refunds;
  await send(sold('1'));
  expect(await refunds()).toBe(0);
  // It is closed, and nobody says of how many sales.
  await send(report('146', 14));
  expect(await refunds()).toBeNull();
  const times = { began: '2026-03-14T06:00:00', ended: '2026-03-14T22:00:00' };
  await send(msm({ store: '146', business_date: '2026-03-14', ...times }, { sales: 2, tax: '0.24' }));
  expect(await refunds()).toBeNull();
  const query = { from: '2026-03-14', to: '2026-03-14', location: location.id };
  expect((await world.ada.call(contract.listSales, { query })).ok().totals.refunds).toBeNull();
  await send(sold('2', 'RefundEvent'));
  // All of the two transactions that the register counted.
  expect(await refunds()).toBe(1);
  await send(sold('3'));
  expect(await refunds()).toBe(1);
  await send(sold('4'));
  expect(await refunds()).toBeNull();
});

/** As an earlier release would have read them. */
async function misread(location_id: string) {
  await world.app.database.write(async (tx) => {
    const rows = await tx
      .selectFrom('register_reports')
      .selectAll()
      .where('location_id', '=', location_id)
      .execute();
    for (const { file_id, content } of rows) {
      const wrong = content.replace('"gross":300', '"gross":100');
      await tx
        .updateTable('register_reports')
        .set({ content: wrong })
        .where('file_id', '=', file_id)
        .execute();
    }
    await tx.updateTable('sales_days').set({ fuel: 100 }).where('location_id', '=', location_id).execute();
  });
}

test('after a better reading one file or all are read again, a few at a time, and a killed call goes on', async () => {
  const { send, location } = await connect('37');
  const days = Array.from({ length: 19 }, (_, index) => index + 1);
  const zip = Object.fromEntries(
    days.flatMap((date) => [
      [`${date}.xml`, report('37', date)],
      [`${date}b.xml`, mcm({ ...JSON.parse(headOf(date)), store: '37' }, [{ code: '12', amount: '1.00' }])],
    ]),
  );
  await send(await zipOfTexts(zip));
  await misread(location.id);
  const [file] = (await filesOf(location.id)).filter(({ document }) => document === 'FGM');
  (await world.ada.call(contract.readRegisterFileAgain, { params: { id: file?.id ?? '' } })).ok();
  expect((await dayOf(location.id, file?.business_date ?? '')).ok()).toMatchObject({ fuel: 300 });
  const { entries } = (
    await world.ada.call(listAudit, { query: { action: 'register.day_changed', location: location.id } })
  ).ok();
  expect(entries[0]).toMatchObject({
    changes: expect.arrayContaining([{ field: 'Fuel', before: '$1.00', after: '$3.00' }]),
  });

  const steps: number[] = [];
  const killed = (done: number) => {
    steps.push(done);
    throw new Error('Killed');
  };
  await expect(readAllAgain(world.app, killed)).rejects.toThrow('Killed');
  const [first = 0] = steps;
  expect(first).toBeLessThanOrEqual(50);
  const all = await readAllAgain(world.app, (done) => steps.push(done));
  expect(steps.slice(0, 2)).toEqual([first, first]);
  expect(all).toBe(steps.at(-1));
  expect(all).toBeGreaterThan(first);
  for (const date of days)
    expect((await dayOf(location.id, `2026-03-${String(date).padStart(2, '0')}`)).ok()).toMatchObject({
      ...{ fuel: 300, merchandise: 100, state: 'closed' },
    });
  // The next call begins anew.
  steps.length = 0;
  await readAllAgain(world.app, (done) => steps.push(done));
  expect(steps[0]).toBe(first);
});

test('reading all again counts a day of a feed once that a server of the release before stored beside ours', async () => {
  const { key, location } = await connect('147');
  const [business_date, began, ended] = ['2026-03-12', '2026-03-12T06:00:00', '2026-03-12T22:00:00'];
  const fed = { began, ended, fuel: [], tax: 0, sales: 1, refunds: 0 };
  const department = { code: '12', name: null, gross: 1000, discounts: 0, refunds: 0 };
  const row = {
    location: '147',
    business_date,
    currency: 'USD',
    ...fed,
    departments: [department],
    version: 1,
  };
  const headers = { authorization: `Bearer ${key}` };
  await world.nobody.raw('POST', '/api/register-feed', { days: [row] }, headers);
  // It knows no connection in the key of a row, and adds both rows up.
  await world.app.database.write(async (tx) => {
    const own = await tx
      .selectFrom('register_feed')
      .selectAll()
      .where('location_id', '=', location.id)
      .executeTakeFirstOrThrow();
    const content = own.content.replace('"gross":1000', '"gross":2000');
    await tx
      .insertInto('register_feed')
      .values({ ...own, began, version: 2, content })
      .execute();
    const doubled = { merchandise: 3000, revenue: 3000, sales: 2 };
    await tx.updateTable('sales_days').set(doubled).where('location_id', '=', location.id).execute();
  });
  await readAllAgain(world.app, () => {});
  expect((await dayOf(location.id, business_date)).ok()).toMatchObject({ merchandise: 2000, sales: 1 });
});

function headOf(date: number): string {
  const business_date = `2026-03-${String(date).padStart(2, '0')}`;
  return JSON.stringify({
    business_date,
    began: `${business_date}T06:00:00`,
    ended: `${business_date}T22:00:00`,
  });
}

test('after 90 days the bytes of a file are deleted, and its figures stay', async () => {
  const { send, location } = await connect('38');
  const today = clock;
  const sendDaysAgo = async (days: number, text: string) => {
    clock = new Date(today.getTime() - days * 86_400_000);
    await send(text);
    clock = today;
  };
  const december = (date: string) =>
    report('38', 1, '3.00', { business_date: date, began: `${date}T06:00:00`, ended: `${date}T22:00:00` });
  await sendDaysAgo(91, december('2025-12-19'));
  await sendDaysAgo(89, december('2025-12-20'));
  await purgeRegisterFiles(world.app);
  const [newer, older] = await filesOf(location.id);
  expect(newer).toMatchObject({ can_read_again: true, business_date: '2025-12-20' });
  expect(older).toMatchObject({ can_read_again: false, outcome: 'accepted', document: 'FGM' });
  const again = await world.ada.call(contract.readRegisterFileAgain, { params: { id: older?.id ?? '' } });
  expect(again.problem()).toMatchObject({
    detail: 'This file is no longer kept, so it cannot be read again.',
  });
  await readAllAgain(world.app, () => {});
  expect((await dayOf(location.id, '2025-12-19')).ok()).toMatchObject({ fuel: 300 });
  expect(await send(december('2025-12-19'))).toEqual(['duplicate: These bytes were received before']);
});

test('reports of other periods are kept, and neither make a day nor move one', async () => {
  const { send, location } = await connect('46');
  const month = { period: 3, began: '2026-02-10T06:00:00' };
  expect(await send(report('46', 14, '900.00', month))).toEqual([
    'accepted: A report of period 3 is kept, but not counted',
  ]);
  expect((await dayOf(location.id, '2026-03-14')).status).toBe(404);
  await send(report('46', 14, '3.00'));
  expect((await dayOf(location.id, '2026-03-14')).ok()).toMatchObject({
    ...{ trading_date: '2026-03-14', began: '2026-03-14T06:00:00', fuel: 300, marks: ['fuel only'] },
  });
});

test('a parked sale whose payment was cancelled is not counted, until it is paid', async () => {
  const { send, location } = await connect('47');
  const sale = {
    ...{ transaction: '1', business_date: '2026-03-14', began: '2026-03-14T08:00:00' },
    items: [{ department: '12', amount: '3.00', quantity: '1' }],
  };
  const parked = journal([{ ...sale, flags: '<SuspendFlag value="yes"/>' }], '47');
  await send(parked.replaceAll('<TransactionLine><Tender', '<TransactionLine status="cancel"><Tender'));
  expect((await dayOf(location.id, '2026-03-14')).ok()).toMatchObject({ merchandise: null, sales: 0 });
  await send(journal([{ ...sale, transaction: '2', began: '2026-03-14T08:05:00' }], '47'));
  expect((await dayOf(location.id, '2026-03-14')).ok()).toMatchObject({ merchandise: 300, sales: 1 });
});

test('a product that a correction or another kind takes away was not sold', async () => {
  const { send, location, register } = await connect('48');
  const sold = async () => {
    const { products } = (
      await world.ada.call(contract.listProducts, { query: { location: location.id } })
    ).ok();
    return products.map(({ code, last_sold_on }) => `${code} ${last_sold_on}`);
  };
  const head = (day: string, sequence = 1) => ({
    ...{ store: '48', business_date: day, began: `${day}T06:00:00`, ended: `${day}T22:00:00`, sequence },
  });
  const item = (code: string, department = '12') => ({
    code,
    name: `Item ${code}`,
    department,
    quantity: '1',
  });
  await send(ism(head('2026-03-10'), [item('7'), item('8')]));
  await send(ism(head('2026-03-12'), [item('7'), item('9'), item('30', '50')]));
  expect(await sold()).toEqual(['30 2026-03-12', '7 2026-03-12', '8 2026-03-10', '9 2026-03-12']);
  // It never sold 9, and 7 only two days before.
  await send(ism(head('2026-03-12', 2), [item('8'), item('30', '50')]));
  expect(await sold()).toEqual(['30 2026-03-12', '7 2026-03-10', '8 2026-03-12']);
  const params = { id: register.id };
  const body = { code: '50', kind: 'excluded' } as const;
  (await world.ada.call(setDepartmentKind, { params, body })).ok();
  expect(await sold()).toEqual(['7 2026-03-10', '8 2026-03-12']);
});

test('files that wait for good keep no other file waiting', async () => {
  const byHand = async (file: Uint8Array<ArrayBuffer> | string) => {
    const headers = { 'content-type': 'application/xml' };
    const answer = await world.ada.raw('POST', '/api/register-files/by-hand?name=a.zip', file, headers);
    expect(answer.status).toBe(200);
  };
  const texts = Array.from({ length: 210 }, (_, index) => [`${index}.xml`, report('999', 14, `${index}.00`)]);
  await byHand(await zipOfTexts(Object.fromEntries(texts)));
  await byHand(report('61', 14, '7.00'));
  const { location } = await connect('61');
  await readWaiting(world.app);
  expect((await dayOf(location.id, '2026-03-14')).ok()).toMatchObject({ fuel: 700 });
  const query = { outcome: 'waiting', limit: 500 } as const;
  const { files } = (await world.ada.call(contract.listRegisterFiles, { query })).ok();
  expect(files.filter(({ store_number }) => store_number === '999')).toHaveLength(210);
});

test('departments of a journal have the names that other files of the connection gave', async () => {
  const { send, location } = await connect('62');
  const head = { store: '62', business_date: '2026-03-13', began: '2026-03-13T06:00:00', ended: null };
  await send(mcm(head, [{ code: '12', name: 'Snacks', amount: '3.00' }]));
  const sale = {
    ...{ transaction: '1', business_date: '2026-03-14', began: '2026-03-14T08:00:00' },
    items: [{ department: '12', amount: '3.00', quantity: '1' }],
  };
  await send(journal([sale], '62'));
  const named = [{ code: '12', name: 'Snacks', net: 300 }];
  expect((await dayOf(location.id, '2026-03-14')).ok()).toMatchObject({ departments: named });
  const sales = await world.ada.call(contract.getLocationSales, { params: { id: location.id }, query: {} });
  expect(sales.ok()).toMatchObject({ departments: [{ ...named[0], net: 600 }] });
});
