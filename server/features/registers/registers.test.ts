import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAudit } from '../../../contract/audit.ts';
import { listRegisterDepartments, setDepartmentKind } from '../../../contract/departments.ts';
import { createLocation } from '../../../contract/locations.ts';
import {
  createRegister,
  getLocationSales,
  getSalesDay,
  getSalesTiles,
  listProducts,
  listRegisterFiles,
  listRegisters,
  listReporting,
  listSales,
  type Register,
  type RegisterReceipt,
  readRegisterFileAgain,
  replaceRegisterKey,
  revokeRegister,
  salesSortFields,
  updateRegister,
} from '../../../contract/registers.ts';
import { compareSales } from '../../../contract/sales.ts';
import {
  exampleJournal,
  exampleReports,
  fgm,
  journal,
  mcm,
  priceBook,
  tlm,
  zipOfTexts,
} from '../../testing/requests/register-xml.ts';
import { millRoad, startWorld, type World } from '../../testing/worlds/world.ts';

let world: World;
const clock = new Date('2026-03-20T13:00:00Z');
beforeAll(async () => {
  world = await startWorld({ now: () => clock });
});
afterAll(() => world.close());

async function connect(number: string, name = `Store ${number}`) {
  const location = (await world.ada.call(createLocation, { body: { ...millRoad, name, number } })).ok();
  const { register, key } = (
    await world.ada.call(createRegister, {
      body: { name: `Front of ${number}`, location_ids: [location.id] },
    })
  ).ok();
  return { location, register, key };
}

async function send(key: string, file: string | Uint8Array<ArrayBuffer>, name = 'a.xml') {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/xml' };
  const response = await world.nobody.raw('POST', `/api/register-files?name=${name}`, file, headers);
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status} ${text}`);
  return (JSON.parse(text) as RegisterReceipt).files;
}

async function byHand(file: string | Uint8Array<ArrayBuffer>, by = world.ada) {
  const headers = { 'content-type': 'application/xml' };
  const response = await by.raw('POST', '/api/register-files/by-hand?name=a.xml', file, headers);
  return ((await response.json()) as RegisterReceipt).files;
}

const dayOf = async (id: string, business_date = '2026-03-13') =>
  (await world.ada.call(getSalesDay, { params: { id, business_date } })).ok();

const plain = (files: RegisterReceipt['files']) => files.map(({ outcome, reason }) => [outcome, reason]);
const example = { fuel: 2999, fuel_volume: 10000, merchandise: 300, tax: 24, revenue: 3299, sales: 1 };

test('the example of the reference gives its figures: a journal, then the day report of it', async () => {
  const { location, register, key } = await connect('12');
  expect(plain(await send(key, exampleJournal))).toEqual([['accepted', null]]);
  const open = await dayOf(location.id);
  expect(open).toMatchObject({
    ...example,
    ...{ state: 'open', trading_date: '2026-03-14', fuel_gross: null, marks: [] },
    sources: { fuel: 'journal', merchandise: 'journal', tax: 'journal', sales: 'journal' },
  });
  const { fgm, mcm, msm } = exampleReports;
  for (const file of [fgm, mcm, msm]) expect(plain(await send(key, file))).toEqual([['accepted', null]]);
  const closed = await dayOf(location.id);
  expect(closed).toMatchObject({
    ...example,
    ...{ state: 'closed', trading_date: '2026-03-14', fuel_gross: 3049, fuel_discounts: 50, excluded: 0 },
    ...{ began: '2026-03-13T23:35:50', ended: '2026-03-14T23:35:12', marks: [] },
    sources: { fuel: 'day_report', merchandise: 'day_report', tax: 'day_report', sales: 'day_report' },
    journal: { fuel: 2999, merchandise: 300, tax: 24 },
  });
  expect(closed.departments.map(({ code, kind }) => [code, kind])).toEqual([
    ['1024', 'fuel'],
    ['12', 'merchandise'],
  ]);
  const [shown] = (await world.ada.call(listRegisters, { query: { location: location.id } })).ok().registers;
  expect(shown).toMatchObject({ id: register.id, make: 'Acme', version: '7.1', store_number: '12' });

  // Nothing is counted twice, whatever comes again.
  expect(plain(await send(key, exampleJournal))).toEqual([['duplicate', 'These bytes were received before']]);
  expect(plain(await send(key, `${exampleJournal}\n`))).toEqual([['accepted', null]]);
  expect(await dayOf(location.id)).toMatchObject(example);
  const { files } = (await world.ada.call(listRegisterFiles, { query: { location: location.id } })).ok();
  expect(files.map(({ document, outcome }) => `${document} ${outcome}`).sort()).toEqual([
    ...['FGM accepted', 'MCM accepted', 'MSM accepted', 'PJR accepted', 'PJR replaced'],
  ]);
});

test('a changed closed day has an audit entry with before and after, and a kind changes all days', async () => {
  const { location, register, key } = await connect('13');
  const days = ['2026-03-10', '2026-03-11'];
  for (const [index, business_date] of days.entries()) {
    const head = {
      store: '13',
      business_date,
      began: `${business_date}T06:00:00`,
      ended: `${business_date}T23:00:00`,
    };
    const sold = [
      { code: '12', amount: `${index + 1}.00` },
      { code: '30', name: 'Tickets', amount: '5.00' },
    ];
    await send(key, mcm(head, sold));
  }
  const entries = async () =>
    (
      await world.ada.call(listAudit, { query: { action: 'register.day_changed', location: location.id } })
    ).ok().entries;
  expect(await entries()).toEqual([]);
  const head = {
    store: '13',
    business_date: days[0] ?? '',
    began: '2026-03-10T06:00:00',
    ended: '2026-03-10T23:00:00',
  };
  await send(key, mcm({ ...head, sequence: 2 }, [{ code: '12', amount: '1.50' }]));
  expect(await entries()).toMatchObject([
    {
      actor: { id: null, name: 'Front of 13' },
      sentence: 'Front of 13 changed the figures of 2026-03-10 at Store 13, which was closed',
      changes: expect.arrayContaining([{ field: 'Merchandise', before: '$6.00', after: '$1.50' }]),
    },
  ]);
  const params = { id: register.id };
  const { departments } = (await world.ada.call(listRegisterDepartments, { params })).ok();
  expect(departments).toMatchObject([
    { code: '12', kind: 'merchandise', basis: 'undecided', own_kind: null, chain_kind: 'merchandise' },
    { code: '30', kind: 'merchandise', basis: 'undecided', own_kind: null, chain_kind: 'merchandise' },
  ]);
  (await world.ada.call(setDepartmentKind, { params, body: { code: '30', kind: 'excluded' } })).ok();
  expect(await dayOf(location.id, days[1])).toMatchObject({ merchandise: 200, excluded: 500, revenue: 200 });
  expect((await entries())[0]).toMatchObject({ actor: { name: 'Ada Owner' } });
  expect(
    (await world.ada.call(setDepartmentKind, { params, body: { code: 'x', kind: 'fuel' } })).status,
  ).toBe(404);
});

test('each file of a gzip or a zip has its own outcome, and a refused one says line and reason', async () => {
  const { location, key } = await connect('14');
  const head = {
    store: '14',
    business_date: '2026-03-12',
    began: '2026-03-12T06:00:00',
    ended: '2026-03-12T22:00:00',
  };
  const good = fgm(head, [{ grade: '1', volume: '1.5', amount: '4.50' }]);
  expect(await send(key, gzipSync(good), 'day.xml.gz')).toEqual([
    { name: 'day.xml', outcome: 'accepted', reason: null },
  ]);
  const answers = await send(
    key,
    await zipOfTexts({
      'a/../good.xml': good,
      'cut.xml': good.slice(0, 700),
      'amount.xml': good.replace('4.50', '4.505'),
      'words.xml': good.replace('4.50', 'four'),
      'date.xml': good.replace('<BusinessDate>2026-03-12', '<BusinessDate>2026-02-30'),
      'empty.xml': '',
      'bomb.xml': `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "cc"><!ENTITY c "&b;&b;">]><a>&c;</a>`,
      'entity.xml': good.replace('Acme', '&other;'),
      'other.xml': '<Planogram/>',
      'tanks.xml': good.replaceAll('FuelGradeMovement', 'TankProductMovement'),
      'two.xml': `${good}<again/>`,
      'deep.xml': `${'<a>'.repeat(50)}${'</a>'.repeat(50)}`,
      'packed.xml': gzipSync(good),
      'foreign.xml': good.replace('>14<', '>999<'),
    }),
    'month.zip',
  );
  expect(answers.map(({ name, outcome, reason }) => `${name}: ${outcome}: ${reason}`)).toMatchInlineSnapshot(`
    [
      "good.xml: duplicate: These bytes were received before",
      "cut.xml: refused: Line 9: the file is cut off inside of FuelGradeSalesVolume.",
      "amount.xml: refused: Line 9: FuelGradeSalesAmount is not an amount: "4.505".",
      "words.xml: refused: Line 9: FuelGradeSalesAmount is not an amount: "four".",
      "date.xml: refused: Line 3: BusinessDate is not a date: "2026-02-30".",
      "empty.xml: refused: The file is empty. Registers leave empty files when their disk is full.",
      "bomb.xml: refused: The file declares a document type (<!DOCTYPE), so it was not read.",
      "entity.xml: refused: Line 1: undefined entity.",
      "other.xml: not_understood: Planogram is kept, but not read",
      "tanks.xml: not_understood: TPM is kept, but not read",
      "two.xml: refused: Line 10: documents may contain only one root.",
      "deep.xml: refused: Line 1: elements are nested more than 40 deep.",
      "packed.xml: refused: It is packed twice. Only one level is unpacked.",
      "foreign.xml: waiting: This file says location 999",
    ]
  `);
  const { files } = (await world.ada.call(listRegisterFiles, { query: { outcome: 'refused' } })).ok();
  expect(files.find((file) => file.name === 'empty.xml')).toMatchObject({
    register: { name: 'Front of 14' },
  });
  expect(await dayOf(location.id, '2026-03-12')).toMatchObject({
    fuel: 450,
    marks: ['fuel only'],
    tax: null,
  });
});

test('files by hand go by their number, also without its zeros, and wait until it fits', async () => {
  const { location } = await connect('0071');
  const head = { business_date: '2026-03-12', began: '2026-03-12T06:00:00', ended: '2026-03-12T22:00:00' };
  const file = (store: string) => fgm({ ...head, store }, [{ grade: '1', volume: '1', amount: '3.00' }]);
  expect(plain(await byHand(file('71')))).toEqual([['accepted', null]]);
  expect(await dayOf(location.id, '2026-03-12')).toMatchObject({ fuel: 300 });
  expect(plain(await byHand(file('72')))).toEqual([['waiting', 'This file says location 72']]);
  const { files } = (await world.ada.call(listRegisterFiles, { query: { outcome: 'waiting' } })).ok();
  const waiting = files.find((one) => one.store_number === '72');
  expect(waiting).toMatchObject({ location: null, added_by: 'Ada Owner', can_read_again: true });
  const other = await connect('72');
  const params = { id: waiting?.id ?? '' };
  expect((await world.ada.call(readRegisterFileAgain, { params })).ok()).toMatchObject({
    outcome: 'accepted',
    location: { id: other.location.id },
  });
  expect(await dayOf(other.location.id, '2026-03-12')).toMatchObject({ fuel: 300 });
});

test('a key opens nothing else, works for its location only, and ends when it is revoked', async () => {
  const { register, key } = await connect('15');
  const headers = { authorization: `Bearer ${key}` };
  expect((await world.nobody.raw('GET', '/api/registers', undefined, headers)).status).toBe(401);
  const post = (authorization: string) =>
    world.nobody.raw('POST', '/api/register-files', '<a/>', { authorization, 'content-type': 'text/xml' });
  expect((await post(`Bearer ${key}x`)).status).toBe(401);
  expect((await post(`Bearer ${world.ada.token}`)).status).toBe(401);
  const head = { store: '15', business_date: '2026-03-12', began: '2026-03-12T06:00:00', ended: null };
  await send(key, fgm(head, [{ grade: '1', volume: '1', amount: '3.00' }]));
  const foreign = fgm({ ...head, store: '16' }, [{ grade: '1', volume: '1', amount: '3.00' }]);
  expect(plain(await send(key, foreign))).toEqual([['waiting', 'This file says location 16']]);
  const params = { id: register.id };
  const corrected = await world.ada.call(updateRegister, { params, body: { store_number: '16' } });
  expect(corrected.ok()).toMatchObject({ store_number: '16' });
  expect((await world.ada.call(revokeRegister, { params, body: {} })).ok().revoked_at).not.toBeNull();
  expect((await post(`Bearer ${key}`)).status).toBe(401);
});

test('a revoked key can be called lost or stolen later, which stays', async () => {
  const { register } = await connect('115');
  expect(register.is_lost).toBe(false);
  const params = { id: register.id };
  const revoke = async (body: object) => (await world.ada.call(revokeRegister, { params, body })).ok();
  // Programs of before send no body.
  const plain = await world.ada.raw('POST', `/api/registers/${register.id}/revoke`);
  const revoked = (await plain.json()) as Register;
  expect(revoked).toMatchObject({ is_lost: false, revoked_at: expect.any(String) });
  const lost = await revoke({ is_lost: true });
  expect(lost).toMatchObject({ is_lost: true, revoked_at: revoked.revoked_at });
  expect(await revoke({ is_lost: true })).toEqual(lost);
  expect(await revoke({})).toEqual(lost);
  const { entries } = (await world.ada.call(listAudit, { query: { action: 'register.revoked' } })).ok();
  const own = entries.filter(({ subject }) => subject.id === register.id);
  const sentence = 'Ada Owner revoked the key of the register connection Front of 115';
  expect(own.map((entry) => entry.sentence)).toEqual([`${sentence} as lost or stolen`, sentence]);
  expect((await world.ada.call(listRegisters, { query: {} })).ok().registers).toContainEqual(lost);
});

test('a new key takes the place of the former one, and the connection keeps its choices', async () => {
  const { location, register, key } = await connect('116');
  const head = { store: '116', business_date: '2026-03-12', began: '2026-03-12T06:00:00', ended: null };
  await send(key, mcm(head, [{ code: '12', name: 'Lottery', amount: '3.00' }]));
  const params = { id: register.id };
  const kind = { code: '12', kind: 'excluded' as const };
  (await world.ada.call(setDepartmentKind, { params, body: kind })).ok();
  const made = (await world.ada.call(replaceRegisterKey, { params })).ok();
  expect(made.register).toMatchObject({ key_hint: made.key.slice(0, 20), store_number: '116' });
  await expect(send(key, '<a/>')).rejects.toThrow('401');
  await send(
    made.key,
    mcm({ ...head, business_date: '2026-03-13' }, [{ code: '12', name: 'Lottery', amount: '4.00' }]),
  );
  const days = async () =>
    (await world.ada.call(getLocationSales, { params: { id: location.id }, query: {} })).ok().days;
  expect((await days()).map(({ excluded }) => excluded)).toEqual([400, 300]);
  // A lost connection works again, and what it sent counts as before.
  (await world.ada.call(revokeRegister, { params, body: { is_lost: true } })).ok();
  expect((await days())[0]?.marks).toContain('Some figures come from a lost key');
  const again = (await world.ada.call(replaceRegisterKey, { params })).ok();
  expect(again.register).toMatchObject({ revoked_at: null, is_lost: false });
  expect((await days())[0]?.marks).not.toContain('Some figures come from a lost key');
  await expect(send(made.key, '<a/>')).rejects.toThrow('401');
  const { entries } = (await world.ada.call(listAudit, { query: { action: 'register.key_replaced' } })).ok();
  expect(entries[0]?.sentence).toBe('Ada Owner gave the register connection Front of 116 a new key');
});

test('a card number is stored with its last digits only', async () => {
  const { location, key } = await connect('17');
  const sale = journal(
    [
      {
        transaction: '1',
        business_date: '2026-03-12',
        began: '2026-03-12T06:00:00',
        items: [
          {
            department: '12',
            amount: '1.00',
            quantity: '1',
            code: '4111111111111111',
            name: '4111111111111111',
          },
        ],
      },
    ],
    '17',
  );
  await send(key, sale);
  const day = await dayOf(location.id, '2026-03-12');
  expect(day.products).toEqual([{ code: '4111111111111111', name: '************1111', quantity: 1000 }]);
});

test('the tiles say what the connected locations in scope sold today, and which ones are missing', async () => {
  const { location, key } = await connect('80');
  const viewer = await world.newUser('Vic Viewer', ['viewer'], [location]);
  const tiles = async (user = viewer) => (await user.call(getSalesTiles, { query: {} })).ok();
  expect(await tiles()).toMatchObject({
    ...{ revenue: { amount: null, reported: 0, missing: 1 }, products: null, stock: null },
  });
  const sale = (amount: string, began: string) =>
    journal(
      [
        {
          transaction: amount,
          business_date: '2026-03-20',
          began,
          items: [{ department: '12', amount, quantity: '2' }],
        },
      ],
      '80',
    );
  // Tax says nothing of revenue.
  const head = { store: '80', business_date: '2026-03-20', began: '2026-03-20T06:00:00', ended: null };
  await send(key, tlm(head, '0.50'));
  expect(await tiles()).toMatchObject({ revenue: { amount: null, reported: 1, missing: 0 } });
  await send(key, sale('3.00', '2026-03-20T08:00:00'));
  await send(key, sale('4.00', '2026-03-20T08:30:00'));
  expect(await tiles()).toMatchObject({
    revenue: { amount: 700, as_of: '2026-03-20T13:00:00.000Z', reported: 1, missing: 0 },
    products: { active: 1 },
  });
  await send(
    key,
    priceBook(
      [
        { code: '00123', name: 'Coffee, large' },
        { code: '9', name: 'Tea' },
      ],
      { store: '80' },
    ),
  );
  const { products, total } = (await viewer.call(listProducts, { query: { q: 'coff' } })).ok();
  expect(total).toBe(1);
  expect(products).toMatchObject([
    { code: '123', name: 'Coffee, large', last_price: 199, last_sold_on: '2026-03-20' },
  ]);
  const { locations } = (await viewer.call(listReporting, { query: {} })).ok();
  expect(locations).toMatchObject([{ id: location.id, has_reported: true, last_date: '2026-03-20' }]);
  const nobody = await world.newUser('Nora Norole');
  expect(await tiles(nobody)).toEqual({ has_figures: true, revenue: null, products: null, stock: null });
});

test('sales are listed in scope with sums, sorted, filtered and page by page', async () => {
  const { location, key } = await connect('90');
  const viewer = await world.newUser('Val Viewer', ['viewer'], [location]);
  for (const day of ['01', '02', '03']) {
    const head = {
      store: '90',
      business_date: `2026-02-${day}`,
      began: `2026-02-${day}T06:00:00`,
      ended: `2026-02-${day}T22:00:00`,
    };
    await send(key, fgm(head, [{ grade: '1', volume: '1', amount: `${Number(day)}.00` }]));
  }
  const list = async (query: object) => (await viewer.call(listSales, { query })).ok();
  const first = await list({ sort: '-fuel', limit: 2 });
  expect(first).toMatchObject({
    ...{ total: 3, totals: { fuel: 600, merchandise: null, revenue: 600 }, next: expect.any(String) },
    ...{ from: '2026-01-28', to: '2026-02-03' },
  });
  expect(first.days.map(({ fuel, location_id }) => [fuel, location_id])).toEqual([
    [300, location.id],
    [200, location.id],
  ]);
  expect((await list({ sort: '-fuel', limit: 2, after: first.next })).days.map(({ fuel }) => fuel)).toEqual([
    100,
  ]);
  // A day that comes meanwhile neither repeats nor hides another one, in any order.
  for (const field of salesSortFields) {
    for (const sort of [field, `-${field}`]) {
      const { days: all } = await list({ sort });
      const paged: typeof all = [];
      for (let after: string | null | undefined; after !== null; ) {
        const page: Awaited<ReturnType<typeof list>> = await list({
          sort,
          limit: 1,
          ...(after && { after }),
        });
        paged.push(...page.days);
        after = page.next;
      }
      expect({ sort, days: paged }).toEqual({ sort, days: all });
    }
  }
  expect((await viewer.call(listSales, { query: { sort: 'fuel', after: first.next ?? '' } })).status).toBe(
    400,
  );
  expect((await viewer.call(listSales, { query: { after: '2' } })).status).toBe(400);
  expect((await list({ day: 'open', from: '2026-02-01' })).total).toBe(0);
  // Until the last day with figures.
  const sums = (await viewer.call(compareSales, { query: { from: '2026-02-02' } })).ok();
  expect(sums).toMatchObject({ from: '2026-02-02', to: '2026-02-03', against: 'week' });
  expect(sums.columns).toMatchObject([{ locations: 1, closed: 1, fuel: 200 }, { fuel: 300 }]);
  const page = (await viewer.call(getLocationSales, { params: { id: location.id }, query: {} })).ok();
  expect(page.fuel_by_grade).toEqual([
    { grade: '1', name: null, volume: 3000, gross: 600, discounts: 0, net: 600 },
  ]);
  const csv = await (await viewer.raw('GET', '/api/sales/export.csv?sort=trading_date')).text();
  expect(csv.split('\r\n')[1]).toBe(
    'Store 90,90,2026-02-01,2026-02-01,2026-02-01T06:00:00,2026-02-01T22:00:00,closed,1.00,1.00,1.00,0.00,1.000,,,,,,,,,fuel only',
  );
});

test('a feed without files: a higher version takes the place of a day, and null is an open one', async () => {
  const { location, key } = await connect('91');
  const day = {
    ...{
      location: '91',
      business_date: '2026-02-01',
      began: '2026-02-01T06:00:00',
      ended: null,
      currency: 'USD',
    },
    fuel: [{ grade: '1', volume: 1000, gross: 310, discounts: 10 }],
    departments: [{ code: '12', name: 'Drinks', gross: 500, discounts: 0, refunds: 100 }],
    ...{ tax: 24, sales: 2, refunds: null, version: 1 },
  };
  const push = async (rest: object) => {
    const headers = { authorization: `Bearer ${key}` };
    const answer = await world.nobody.raw(
      'POST',
      '/api/register-feed',
      { days: [{ ...day, ...rest }] },
      headers,
    );
    return { status: answer.status, body: JSON.parse(await answer.text()) };
  };
  expect((await push({})).body.days).toMatchObject([{ outcome: 'accepted' }]);
  const figures = { fuel: 300, merchandise: 400, tax: 24, revenue: 700, sales: 2, refunds: null };
  expect(await dayOf(location.id, '2026-02-01')).toMatchObject({
    ...figures,
    state: 'open',
    sources: { fuel: 'feed' },
  });
  expect((await push({ tax: 99 })).body.days).toMatchObject([{ outcome: 'duplicate' }]);
  expect((await push({ version: 2, ended: '2026-02-01T22:00:00', tax: 25 })).body.days).toMatchObject([
    { outcome: 'accepted' },
  ]);
  expect(await dayOf(location.id, '2026-02-01')).toMatchObject({ ...figures, tax: 25, state: 'closed' });
  expect((await push({ location: '92' })).body.days).toMatchObject([
    { outcome: 'refused', reason: 'This file says location 92' },
  ]);
  expect((await push({ tax: 0.5 })).status).toBe(400);
});
