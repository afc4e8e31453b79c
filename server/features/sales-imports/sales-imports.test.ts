import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAudit } from '../../../contract/audit.ts';
import { createLocation } from '../../../contract/locations.ts';
import { createRegister, getSalesDay, listSales } from '../../../contract/registers.ts';
import * as contract from '../../../contract/sales-imports.ts';
import { replaceUserRoles } from '../../../contract/users.ts';
import type { Client } from '../../testing/requests/client.ts';
import { upload, uploaded } from '../../testing/requests/sales-files.ts';
import { ownRole } from '../../testing/worlds/own-role.ts';
import { millRoad, startWorld, type World } from '../../testing/worlds/world.ts';

let world: World;
const clock = new Date('2026-11-27T13:00:00Z');
beforeAll(async () => {
  world = await startWorld({ now: () => clock });
});
afterAll(() => world.close());

/** Locations with these numbers, without any register. */
async function open(...numbers: string[]) {
  const locations = [];
  for (const number of numbers) {
    const body = { ...millRoad, name: `Store ${number}`, number };
    locations.push((await world.ada.call(createLocation, { body })).ok());
  }
  return locations;
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
  const [store] = await open('201');
  if (!store) return;
  const file = await uploaded(world.ada, fixture('1-sales.csv'));
  expect(file).toMatchObject({ rows: 4, options: { row: 'sale' } });
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
  const [store] = await open('202');
  if (!store) return;
  const file = await uploaded(world.ada, fixture('2-wide.csv'));
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
  const [seven, twelve, thirteen] = await open('007', '012', '013');
  if (!seven || !twelve || !thirteen) return;
  const text = fixture('3-shifts.csv').replace('099,', '013,').concat('99,1,46350,X,0,1,1,1,2,0,0,1,1\n');
  const file = await uploaded(world.ada, text);
  expect(file.options.row).toBe('shift');
  const refused = await world.ada.call(contract.previewSalesImport, of(file.id, file.options));
  expect(refused.problem().detail).toContain('Say what a positive over/short means');
  const seen = await preview(file, { over_short: 'over' });
  expect(seen.counts).toEqual({ new: 3, changed: 0, not_counted: 0, unchanged: 0, refused: 0 });
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
  const [store] = await open('204');
  if (!store) return;
  const at = { location_id: store.id };
  const text = fixture('4-days.csv');
  const file = await uploaded(world.ada, text, { name: 'week.csv' });
  expect(file.options.row).toBe('day');
  const done = await apply(file, at);
  expect(done).toMatchObject({ state: 'applied', counts: { new: 2 }, left_out: [], left_out_count: 0 });
  const days = {
    // A sum of merchandise does not know what was left out of it.
    '2026-11-24': { ...nothing, fuel: 320_050, merchandise: 110_025, revenue: 430_075 },
    '2026-11-25': { ...nothing, fuel: 310_000, revenue: 310_000 },
  };
  expect(await figuresOf(store)).toEqual(days);
  expect((await world.ada.call(contract.applySalesImport, of(file.id, done.options))).problem().status).toBe(
    409,
  );

  const again = await uploaded(world.ada, text);
  // A location is chosen for each file, because the same columns come from other stores.
  expect(again.options).toEqual(file.options);
  expect((await preview(again, at)).counts).toEqual({
    new: 0,
    changed: 0,
    not_counted: 0,
    unchanged: 2,
    refused: 0,
  });

  const corrected = text
    .replace('3100.00,,3100.00', '3100.00,0,3100.00')
    .replace('3200.50', '3,200.60'.replace(',', ''));
  const second = await uploaded(world.ada, corrected);
  const seen = await preview(second, at);
  expect(seen.counts).toEqual({ new: 0, changed: 2, not_counted: 0, unchanged: 0, refused: 0 });
  expect(seen.changes[0]?.values).toContainEqual({ field: 'fuel', before: 320_050, after: 320_060 });
  expect(seen.changes[1]?.values).toContainEqual({ field: 'merchandise', before: null, after: 0 });
  await apply(second, at);
  expect((await figuresOf(store))['2026-11-25']).toEqual({
    ...nothing,
    fuel: 310_000,
    merchandise: 0,
    revenue: 310_000,
  });

  // What a later import changed stays.
  const first = (await world.ada.call(contract.undoSalesImport, { params: { id: file.id } })).ok();
  expect(first).toMatchObject({ state: 'undone', counts: { changed: 0, refused: 2 } });
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
  const [store] = await open('205');
  if (!store) return;
  const file = await uploaded(world.ada, fixture('5-reconciliation.csv'));
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
  const [store] = await open('206');
  const refusal = async (file: string | Uint8Array) => (await upload(world.ada, file)).body.detail;
  expect(await refusal(Buffer.from('PK\x03\x04xl/workbook.xml'))).toContain('Save each sheet as CSV');
  expect(await refusal('%PDF-1.7')).toContain('PDF');
  expect(await refusal('Date,Fuel\n')).toContain('no lines below');

  const file = await uploaded(world.ada, 'Date,Fuel\n11/24/26,1\n11/25/26,x\n1/1/1999,1\n12/24/2026,1\n');
  const location_id = store?.id;
  const { changes, counts } = await preview(file, { location_id });
  expect(counts).toEqual({ new: 1, changed: 0, not_counted: 0, unchanged: 0, refused: 3 });
  expect(changes.map(({ reason }) => reason)).toEqual([
    null,
    "Line 3, Fuel: 'x' is not a number.",
    'Its business date 1999-01-01 is more than 10 years ago.',
    'Its business date 2026-12-24 is more than 2 days ahead.',
  ]);
  const bad = of(file.id, { ...file.options, location_id: randomUUID() });
  expect((await world.ada.call(contract.previewSalesImport, bad)).problem().detail).toContain(
    'Choose one of your locations',
  );
});

test('a day beyond what a location can sell is refused and stays, and a file has at most 3,000 days', async () => {
  const [store] = await open('214');
  if (!store) return;
  const at = { location_id: store.id, row: 'shift' as const };
  const send = (text: string) => uploaded(world.ada, `Date,Fuel\n${text}`);
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
  const [store] = await open('208');
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
  const file = await uploaded(world.ada, text);
  const { changes } = await preview(file, { location_id: store.id });
  expect(changes).toMatchObject([
    { result: 'not_counted', reason: 'Its figures stay: what the register reported is counted.' },
  ]);
  const { counts } = await apply(file, { location_id: store.id });
  expect(counts).toEqual({ new: 0, changed: 0, not_counted: 1, unchanged: 0, refused: 0 });
  expect((await figuresOf(store))['2026-11-24']).toMatchObject({
    fuel: 350,
    merchandise: 900,
    tax: 100,
    sales: 5,
  });
});

test('fuel costs are imported for all locations and for one, and undone', async () => {
  await open('209');
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
  expect(file).toMatchObject({ options: { mapping: [{}, {}, {}, {}] }, totals: [] });
  const seen = await preview(file);
  expect(seen.counts).toEqual({ new: 4, changed: 0, not_counted: 0, unchanged: 0, refused: 0 });
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
  const locations = await open('211');
  await open('212');
  const role = await ownRole(world, 'Closes', ['registers.read', 'registers.manage']);
  const max = await world.newUser('Max Manager', [], locations);
  (await world.ada.call(replaceUserRoles, { params: { id: max.id }, body: { role_ids: [role] } })).ok();
  const text = 'Date,Store,Fuel\n11/24/26,211,1\n';
  const file = await uploaded(max, text);
  (await max.call(contract.applySalesImport, of(file.id, file.options))).ok();
  const list = async (client: Client) => (await client.call(contract.listSalesImports, {})).ok().imports;
  expect((await list(max)).map(({ id }) => id)).toEqual([file.id]);
  expect((await list(world.ada)).some(({ id }) => id === file.id)).toBe(true);
  // A location that he does not see is none.
  const beyond = await uploaded(max, 'Date,Store,Fuel\n11/24/26,212,1\n');
  const { left_out } = (await max.call(contract.previewSalesImport, of(beyond.id, beyond.options))).ok();
  expect(left_out).toEqual([{ line: 2, text: expect.stringContaining("'212'") }]);
  // With one location, a file without any is of it.
  const single = await uploaded(max, 'Date,Fuel\n11/25/26,1\n');
  expect(single.options.location_id).toBe(locations[0]?.id);
  const hers = await uploaded(world.ada, text);
  expect((await max.call(contract.getSalesImport, { params: { id: hers.id } })).problem().status).toBe(404);

  const costs = await uploaded(max, 'Store,Grade,From,Cost\n,001,11/24/26,2\n211,001,11/24/26,2.1\n', {
    about: 'costs',
  });
  const seen = (await max.call(contract.previewSalesImport, of(costs.id, costs.options))).ok();
  expect(seen.changes.map(({ result }) => result)).toEqual(['refused', 'new']);
});

/** As its screen shows them. */
const left = (client: Client, id: string) => client.raw('GET', `/api/sales-imports/${id}/left-out.csv`);

test('rows that were not imported stay with their reasons, and can be corrected and imported again', async () => {
  const [store] = await open('220');
  const text = 'Date,Fuel,Gallons\n11/24/26,10,4\nTotal,30,9\n11/25/26,ten,3\n11/26/26,,\n';
  const file = await uploaded(world.ada, text);
  const at = { location_id: store?.id, row: 'shift' as const };
  const done = await apply(file, at);
  expect(done).toMatchObject({ counts: { new: 1, refused: 2 }, left_out_count: 3 });
  const reasons = [
    { line: 3, text: "A total of other rows: 'Total'." },
    { line: 4, text: "Line 4, Fuel: 'ten' is not a number." },
    { line: 5, text: 'Line 5 has no amount.' },
  ];
  expect(done.left_out).toEqual(reasons);
  const csv = (await (await left(world.ada, file.id)).text()).replace('\uFEFF', '');
  expect(csv.split('\r\n')).toEqual([
    'Date,Fuel,Gallons,Line,Reason',
    "Total,30,9,3,A total of other rows: 'Total'.",
    '11/25/26,ten,3,4,"Line 4, Fuel: \'ten\' is not a number."',
    '11/26/26,,,5,Line 5 has no amount.',
    '',
  ]);
  // Its columns are those of the file that it comes from.
  const fixed = await uploaded(world.ada, csv.replace('ten', '10'));
  expect(fixed.options.mapping).toEqual([...file.options.mapping, null, null]);
  expect(await apply(fixed, at)).toMatchObject({ counts: { new: 1 } });
});

test('an import that is not applied stands in the list with its choices, and can be continued or discarded', async () => {
  const [store] = await open('221');
  const at = { location_id: store?.id ?? '' };
  const [first, second] = [
    await uploaded(world.ada, 'Date,Fuel\n11/24/26,1\n'),
    await uploaded(world.ada, 'Date,Fuel\n11/25/26,1\n'),
  ];
  const chosen = { ...at, row: 'shift' as const };
  await preview(first, chosen);
  const list = async () => (await world.ada.call(contract.listSalesImports, {})).ok().imports;
  const continued = (await list()).find(({ id }) => id === first.id);
  expect(continued).toMatchObject({ state: 'new', counts: null, options: chosen });
  const discard = (id: string) => world.ada.call(contract.discardSalesImport, { params: { id } });
  (await discard(second.id)).ok();
  expect((await list()).some(({ id }) => id === second.id)).toBe(false);
  await apply(first, chosen);
  expect((await discard(first.id)).problem().status).toBe(409);
  const again = await world.ada.call(contract.previewSalesImport, of(first.id, first.options));
  expect(again.problem().status).toBe(409);
});
