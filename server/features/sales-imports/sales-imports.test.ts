import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAudit } from '../../../contract/audit.ts';
import { createLocation } from '../../../contract/locations.ts';
import { createRegister, getSalesDay, listSales } from '../../../contract/registers.ts';
import * as contract from '../../../contract/sales-imports.ts';
import { replaceUserLocations, replaceUserRoles } from '../../../contract/users.ts';
import type { Client } from '../../testing/requests/client.ts';
import { ownRole } from '../../testing/worlds/own-role.ts';
import { millRoad, startWorld, type World } from '../../testing/worlds/world.ts';

let world: World;
const clock = new Date('2026-11-27T13:00:00Z');
beforeAll(async () => {
  world = await startWorld({ now: () => clock });
});
afterAll(() => world.close());

/** Locations with these numbers, and one connection for them. */
async function connect(...numbers: string[]) {
  const locations = [];
  for (const number of numbers) {
    const body = { ...millRoad, name: `Store ${number}`, number };
    locations.push((await world.ada.call(createLocation, { body })).ok());
  }
  const body = { name: `Closes of ${numbers.join()}`, location_ids: locations.map(({ id }) => id) };
  const { register } = (await world.ada.call(createRegister, { body })).ok();
  return { locations, register };
}

interface Upload {
  register?: string;
  about?: contract.SalesImportKind;
  name?: string;
}

async function upload(client: Client, file: string | Uint8Array, { about = 'closes', ...query }: Upload) {
  const search = new URLSearchParams({ id: randomUUID(), about, name: 'day.csv', ...query });
  const path = `${contract.uploadSales.path}?${search}`;
  const answer = await client.raw('POST', path, file, { 'content-type': 'text/csv' });
  return { status: answer.status, body: await answer.json() };
}

async function uploaded(client: Client, file: string, query: Upload): Promise<contract.SalesImport> {
  const { status, body } = await upload(client, file, query);
  expect([status, body.detail]).toEqual([200, undefined]);
  return body;
}

const fixture = (name: string) => readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8');
const of = (id: string, body: contract.SalesImportOptions) => ({ params: { id }, body });

/** With what is proposed, and these choices. */
async function preview(file: contract.SalesImport, choices: Partial<contract.SalesImportOptions> = {}) {
  const options = { ...file.options, ...choices };
  return (await world.ada.call(contract.previewSalesImport, of(file.id, options))).ok();
}

async function apply(file: contract.SalesImport, choices: Partial<contract.SalesImportOptions> = {}) {
  const options = { ...file.options, ...choices };
  return (await world.ada.call(contract.applySalesImport, of(file.id, options))).ok();
}

const names = ['fuel', 'fuel_volume', 'merchandise', 'excluded', 'tax', 'sales', 'revenue'] as const;

/** The figures of days of a location, by date. */
async function figuresOf(location: { id: string }) {
  const query = { location: [location.id], from: '2026-11-01', to: '2026-11-30' };
  const { days } = (await world.ada.call(listSales, { query: { ...query, location: location.id } })).ok();
  return Object.fromEntries(
    days.map((day) => [day.business_date, Object.fromEntries(names.map((name) => [name, day[name]]))]),
  );
}

const nothing = {
  ...{ fuel: null, fuel_volume: null, merchandise: null, excluded: null },
  ...{ tax: null, sales: null, revenue: null },
};

test('a row for each sale: gallons and amounts by grade, added up to days', async () => {
  const { locations, register } = await connect('201');
  const [store] = locations;
  if (!store) return;
  const file = await uploaded(world.ada, fixture('1-sales.csv'), { register: register.id });
  expect(file).toMatchObject({ rows: 4, options: { row: 'sale' }, locations: [{ id: store.id }] });
  const seen = await preview(file, { location_id: store.id });
  expect(seen).toMatchObject({ counts: { new: 2, changed: 0, unchanged: 0, refused: 0 }, left_out: [] });
  // A preview changes nothing.
  expect(await figuresOf(store)).toEqual({});
  await apply(file, { location_id: store.id });
  expect(await figuresOf(store)).toEqual({
    '2026-11-24': { ...nothing, fuel: 8865, fuel_volume: 27_450, revenue: 8865 },
    '2026-11-25': { ...nothing, fuel: 102_720, fuel_volume: 8000, revenue: 102_720 },
  });
  const params = { id: store.id, business_date: '2026-11-24' };
  expect((await world.ada.call(getSalesDay, { params })).ok()).toMatchObject({
    state: 'closed',
    trading_date: '2026-11-24',
    sources: { fuel: 'close', merchandise: null },
    fuel_by_grade: [
      { grade: 'REGUNL', volume: 22_350, net: 6927, gross: null },
      { grade: 'SUPUNL', volume: 5100, net: 1938, gross: null },
    ],
    tenders: [
      { code: 'creditCards', amount: 6927, count: 2 },
      { code: 'cash', amount: 1938, count: 1 },
    ],
  });
});

test('a wide file: columns that add up others are not counted, and lottery is left out as proposed', async () => {
  const { locations, register } = await connect('202');
  const [store] = locations;
  if (!store) return;
  const file = await uploaded(world.ada, fixture('2-wide.csv'), { register: register.id });
  expect(file.totals.map(({ column }) => file.headers[column])).toEqual([
    'Dept_Subtotal',
    'Total_Inside',
    'Total_Sales',
  ]);
  const seen = await preview(file, { location_id: store.id });
  expect(seen.left_out).toEqual([{ line: 4, text: "A total of other rows: 'Total'." }]);
  await apply(file, { location_id: store.id });
  const figures = await figuresOf(store);
  const [first, second] = [figures['2026-11-24'], figures['2026-11-25']];
  expect(first).toMatchObject({ fuel: 471_760, fuel_volume: 1_485_416, tax: null, sales: 412 });
  expect((first?.merchandise ?? 0) + (first?.excluded ?? 0)).toBe(247_990);
  expect(second).toMatchObject({ fuel: 458_000, fuel_volume: 1_441_766, sales: 398 });
  expect((second?.merchandise ?? 0) + (second?.excluded ?? 0)).toBe(159_250);
});

test('shifts of three stores are added up, by numbers that have lost their zeros', async () => {
  const { locations, register } = await connect('007', '012', '013');
  const [seven, twelve, thirteen] = locations;
  if (!seven || !twelve || !thirteen) return;
  const text = fixture('3-shifts.csv').replace('099,', '013,').concat('99,1,46350,X,0,1,1,1,2,0,0,1,1\n');
  const file = await uploaded(world.ada, text, { register: register.id });
  expect(file.options.row).toBe('shift');
  const refused = await world.ada.call(contract.previewSalesImport, of(file.id, file.options));
  expect(refused.problem().detail).toContain('Say what a positive over/short means');
  const seen = await preview(file, { over_short: 'over' });
  expect(seen.counts).toEqual({ new: 3, changed: 0, unchanged: 0, refused: 0 });
  expect(seen.left_out).toEqual([{ line: 6, text: expect.stringContaining("'99'") }]);
  expect(seen.changes.map(({ location, reason }) => [location?.name, reason])).toEqual([
    ['Store 007', 'Cash Lottery Payout is blank in 1 of 2 rows.'],
    ['Store 012', null],
    ['Store 013', null],
  ]);
  await apply(file, { over_short: 'over' });
  const day = '2026-11-24';
  expect((await figuresOf(seven))[day]).toEqual({
    ...nothing,
    fuel: 325_025,
    merchandise: 94_050,
    revenue: 419_075,
  });
  expect((await figuresOf(twelve))[day]).toMatchObject({ fuel: 99_000, merchandise: 20_000 });
  expect((await figuresOf(thirteen))[day]).toMatchObject({ fuel: 1000, merchandise: 300 });
});

test('a row for each day: the same file twice changes nothing, another one replaces, and an undo brings back', async () => {
  const { locations, register } = await connect('204');
  const [store] = locations;
  if (!store) return;
  const at = { location_id: store.id };
  const text = fixture('4-days.csv');
  const file = await uploaded(world.ada, text, { register: register.id, name: 'week.csv' });
  expect(file.options.row).toBe('day');
  const done = await apply(file, at);
  expect(done).toMatchObject({ state: 'applied', counts: { new: 2 }, can_undo: true, locations: [] });
  const days = {
    // A sum of merchandise does not know what was left out of it.
    '2026-11-24': { ...nothing, fuel: 320_050, merchandise: 110_025, revenue: 430_075 },
    '2026-11-25': { ...nothing, fuel: 310_000, revenue: 310_000 },
  };
  expect(await figuresOf(store)).toEqual(days);
  expect((await world.ada.call(contract.applySalesImport, of(file.id, done.options))).problem().status).toBe(
    409,
  );

  const again = await uploaded(world.ada, text, { register: register.id });
  // The location is remembered with the columns.
  expect(again.options).toEqual({ ...file.options, ...at });
  expect((await preview(again)).counts).toEqual({ new: 0, changed: 0, unchanged: 2, refused: 0 });

  const corrected = text
    .replace('3100.00,,3100.00', '3100.00,0,3100.00')
    .replace('3200.50', '3,200.60'.replace(',', ''));
  const second = await uploaded(world.ada, corrected, { register: register.id });
  const seen = await preview(second);
  expect(seen.counts).toEqual({ new: 0, changed: 2, unchanged: 0, refused: 0 });
  expect(seen.changes[0]?.values).toContainEqual({ field: 'fuel', before: 320_050, after: 320_060 });
  expect(seen.changes[1]?.values).toContainEqual({ field: 'merchandise', before: null, after: 0 });
  await apply(second);
  expect((await figuresOf(store))['2026-11-25']).toEqual({
    ...nothing,
    fuel: 310_000,
    merchandise: 0,
    revenue: 310_000,
  });

  // What a later import changed stays.
  const first = (await world.ada.call(contract.undoSalesImport, { params: { id: file.id } })).ok();
  expect(first).toMatchObject({ state: 'undone', counts: { changed: 0, refused: 2 }, can_undo: false });
  const undone = (await world.ada.call(contract.undoSalesImport, { params: { id: second.id } })).ok();
  expect(undone).toMatchObject({ state: 'undone', counts: { changed: 2, refused: 0 } });
  expect(await figuresOf(store)).toEqual(days);
  expect(
    (await world.ada.call(contract.undoSalesImport, { params: { id: second.id } })).problem().status,
  ).toBe(409);
  const { entries } = (await world.ada.call(listAudit, { query: { location: store.id } })).ok();
  expect(entries.map(({ sentence }) => sentence)).toEqual(
    expect.arrayContaining([
      'Ada Owner imported daily closes from week.csv',
      'Ada Owner undid the import of daily closes from day.csv',
    ]),
  );
});

test('a cash reconciliation knows over and short, and no sales', async () => {
  const { locations, register } = await connect('205');
  const [store] = locations;
  if (!store) return;
  const file = await uploaded(world.ada, fixture('5-reconciliation.csv'), { register: register.id });
  const choices = { location_id: store.id, over_short: 'over' as const };
  const seen = await preview(file, choices);
  expect(seen.counts.new).toBe(2);
  const value = (after: number) => [{ field: 'over_short', before: null, after }];
  expect(seen.changes.map(({ values }) => values)).toEqual([value(75), value(-1240)]);
  await apply(file, choices);
  expect(await figuresOf(store)).toEqual({ '2026-11-24': nothing, '2026-11-25': nothing });
  const params = { id: store.id, business_date: '2026-11-25' };
  const { values } = (await world.ada.call(getSalesDay, { params })).ok();
  expect(values).toEqual([{ code: 'over_short', amount: -1240, count: null, basis: 'decided' }]);
});

test('what cannot be read is refused in a sentence', async () => {
  const { locations, register } = await connect('206');
  const refusal = async (file: string | Uint8Array, query: Upload = { register: register.id }) =>
    (await upload(world.ada, file, query)).body.detail;
  expect(await refusal(Buffer.from('PK\x03\x04xl/workbook.xml'))).toContain('Save each sheet as CSV');
  expect(await refusal('%PDF-1.7')).toContain('PDF');
  expect(await refusal('Date,Fuel\n', { register: register.id })).toContain('no lines below');
  expect(await refusal('Date,Fuel\n11/24/26,1\n', {})).toContain('Choose the register connection');
  expect((await upload(world.ada, 'a,b\n1,2\n', { register: randomUUID() })).status).toBe(404);

  const file = await uploaded(world.ada, 'Date,Fuel\n11/24/26,1\n11/25/26,x\n1/1/1999,1\n12/24/2026,1\n', {
    register: register.id,
  });
  const location_id = locations[0]?.id;
  const { changes, counts } = await preview(file, { location_id });
  expect(counts).toEqual({ new: 1, changed: 0, unchanged: 0, refused: 3 });
  expect(changes.map(({ reason }) => reason)).toEqual([
    null,
    "Line 3, Fuel: 'x' is not a number.",
    'Its business date 1999-01-01 is more than 10 years ago.',
    'Its business date 2026-12-24 is more than 2 days ahead.',
  ]);
  const elsewhere = await connect('207');
  const bad = of(file.id, { ...file.options, location_id: elsewhere.locations[0]?.id });
  expect((await world.ada.call(contract.previewSalesImport, bad)).problem().detail).toContain(
    'Choose a location',
  );
});

test('a day beyond what a location can sell is refused and stays, and a file has at most 3,000 days', async () => {
  const { locations, register } = await connect('214');
  const [store] = locations;
  if (!store) return;
  const at = { location_id: store.id, row: 'shift' as const };
  const send = (text: string) => uploaded(world.ada, `Date,Fuel\n${text}`, { register: register.id });
  await apply(await send('11/24/26,100\n'), at);
  const file = await send('11/24/26,39000000\n11/24/26,39000000\n11/25/26,5\n');
  const { changes } = await preview(file, at);
  expect(changes.map(({ result, reason }) => [result, reason])).toEqual([
    ['refused', 'Its fuel adds up to more than a location can sell in a day.'],
    ['new', null],
  ]);
  expect(await apply(file, at)).toMatchObject({ counts: { new: 1, refused: 1 } });
  const figures = await figuresOf(store);
  expect([figures['2026-11-24']?.fuel, figures['2026-11-25']?.fuel]).toEqual([10_000, 500]);

  const day = (n: number) => new Date(Date.UTC(2026, 10, 25) - n * 86_400_000).toISOString().slice(0, 10);
  const many = await send(Array.from({ length: 3001 }, (_, n) => `${day(n)},1`).join('\n'));
  const refused = await world.ada.call(contract.previewSalesImport, of(many.id, { ...many.options, ...at }));
  expect(refused.problem().detail).toContain('more than 3,000 days');
});

test('a register that reported is believed first', async () => {
  const { locations, register } = await connect('208');
  const [store] = locations;
  if (!store) return;
  const body = { name: 'Cloud', location_ids: [store.id] };
  const { key } = (await world.ada.call(createRegister, { body })).ok();
  const day = {
    ...{ location: '208', business_date: '2026-11-24', currency: 'USD', version: 1 },
    ...{ began: '2026-11-24T06:00:00', ended: '2026-11-24T22:00:00', sales: 5, refunds: 0, tax: 100 },
    fuel: [{ grade: '001', volume: 1000, gross: 350, discounts: 0 }],
    departments: [{ code: '12', name: 'Tobacco', gross: 900, discounts: 0, refunds: 0, kind: 'merchandise' }],
  };
  const headers = { authorization: `Bearer ${key}` };
  expect((await world.nobody.raw('POST', '/api/register-feed', { days: [day] }, headers)).status).toBe(200);
  const text = 'Date,Fuel,Gallons,Merchandise,Tax,Customers\n11/24/26,1,1,1,1,1\n';
  const file = await uploaded(world.ada, text, { register: register.id });
  const { changes } = await preview(file, { location_id: store.id });
  expect(changes).toMatchObject([
    { result: 'changed', reason: 'Its figures stay: what the register reported is counted.' },
  ]);
  await apply(file, { location_id: store.id });
  expect((await figuresOf(store))['2026-11-24']).toMatchObject({
    fuel: 350,
    merchandise: 900,
    tax: 100,
    sales: 5,
  });
});

test('fuel costs are imported for all locations and for one, and undone', async () => {
  await connect('209');
  const costs = async () => {
    const rows = await world.app.database.read.selectFrom('fuel_costs').selectAll().orderBy('cost').execute();
    return rows.map(({ id: _, location_id, ...row }) => ({ ...row, all: location_id === null }));
  };
  const text = [
    'Store,Grade,Effective Date,Cost per gallon',
    ',001,11/24/26,$2.8734',
    'All,1,11/25/26,2.9',
    '209,001,11/24/26,2.7001',
    '209,001,11/24/26,2.7002',
    '999,001,11/24/26,2.7',
    ',001,11/24/26,$2.8734',
    ',,11/24/26,1',
    ',002,11/24/26,dear',
    ',Kerosene,11/24/26,3.1',
  ].join('\n');
  const file = await uploaded(world.ada, text, { about: 'costs' });
  expect(file).toMatchObject({ register: null, totals: [] });
  const seen = await preview(file);
  expect(seen.counts).toEqual({ new: 4, changed: 0, unchanged: 0, refused: 0 });
  // Registers reported the grade 001 before, which a spreadsheet has shortened.
  expect(seen.changes.map(({ grade, reason }) => [grade, reason])).toEqual([
    ['001', null],
    ['001', null],
    ['001', null],
    ['Kerosene', 'No day has this grade yet.'],
  ]);
  expect(seen.changes[0]).toMatchObject({
    ...{ location: null, date: '2026-11-24', grade: '001', result: 'new' },
    values: [{ field: 'cost', before: null, after: 28_734 }],
  });
  expect(seen.left_out.map(({ text }) => text)).toEqual([
    'Another cost of the same grade and date is in line 4.',
    expect.stringContaining("'999'"),
    'Grade: The cell is blank.',
    "Cost per gallon: 'dear' is not a number.",
  ]);
  expect(await costs()).toEqual([]);
  await apply(file);
  const first = [
    { grade: '001', from_date: '2026-11-24', cost: 27_001, all: false },
    { grade: '001', from_date: '2026-11-24', cost: 28_734, all: true },
    { grade: '001', from_date: '2026-11-25', cost: 29_000, all: true },
    { grade: 'Kerosene', from_date: '2026-11-24', cost: 31_000, all: true },
  ];
  expect(await costs()).toEqual(first);
  const second = await uploaded(world.ada, 'Grade,From,Cost\n001,11/25/26,2.85\n', { about: 'costs' });
  expect(await apply(second)).toMatchObject({ counts: { changed: 1 } });
  (await world.ada.call(contract.undoSalesImport, { params: { id: second.id } })).ok();
  expect(await costs()).toEqual(first);
  (await world.ada.call(contract.undoSalesImport, { params: { id: file.id } })).ok();
  expect(await costs()).toEqual([]);
});

test('a manager of some locations imports theirs, sees their own imports, and sets no cost of all', async () => {
  const { locations, register } = await connect('211');
  const both = await connect('212', '213');
  const role = await ownRole(world, 'Closes', ['registers.read', 'registers.manage']);
  const max = await world.newUser('Max Manager', [], locations);
  (await world.ada.call(replaceUserRoles, { params: { id: max.id }, body: { role_ids: [role] } })).ok();
  const text = 'Date,Store,Fuel\n11/24/26,211,1\n';
  const file = await uploaded(max, text, { register: register.id });
  (await max.call(contract.applySalesImport, of(file.id, file.options))).ok();
  const list = async (client: Client) => (await client.call(contract.listSalesImports, {})).ok().imports;
  expect((await list(max)).map(({ id }) => id)).toEqual([file.id]);
  expect((await list(world.ada)).some(({ id }) => id === file.id)).toBe(true);
  const body = { location_ids: [locations[0]?.id ?? '', both.locations[0]?.id ?? ''] };
  (await world.ada.call(replaceUserLocations, { params: { id: max.id }, body })).ok();
  // It also has a location that he does not see.
  expect((await upload(max, text, { register: both.register.id })).status).toBe(403);
  const hers = await uploaded(world.ada, text, { register: register.id });
  expect((await max.call(contract.getSalesImport, { params: { id: hers.id } })).problem().status).toBe(404);

  const costs = await uploaded(max, 'Store,Grade,From,Cost\n,001,11/24/26,2\n211,001,11/24/26,2.1\n', {
    about: 'costs',
  });
  const seen = (await max.call(contract.previewSalesImport, of(costs.id, costs.options))).ok();
  expect(seen.changes.map(({ result }) => result)).toEqual(['refused', 'new']);
});
