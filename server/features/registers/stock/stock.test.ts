import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAudit } from '../../../../contract/audit.ts';
import { getOwnLocations } from '../../../../contract/dashboard.ts';
import { closeLocation, createLocation } from '../../../../contract/locations.ts';
import { watchView } from '../../../../contract/notifications/watches.ts';
import { createRegister, getSalesTiles } from '../../../../contract/registers.ts';
import * as runs from '../../../../contract/runs.ts';
import { listStock } from '../../../../contract/stock.ts';
import { replaceUserLocations, replaceUserRoles } from '../../../../contract/users.ts';
import { createView, listViews } from '../../../../contract/views.ts';
import type { Client } from '../../../testing/requests/client.ts';
import { journal, priceBook } from '../../../testing/requests/register-xml.ts';
import { upload } from '../../../testing/requests/upload.ts';
import { ownRole } from '../../../testing/worlds/own-role.ts';
import { millRoad, startWorld, type World } from '../../../testing/worlds/world.ts';
import { recountStock } from './recount.service.ts';

let world: World;
const clock = new Date('2026-03-20T13:00:00Z');
beforeAll(async () => {
  world = await startWorld({ now: () => clock });
});
afterAll(() => world.close());

async function connect(number: string, name = `Store ${number}`) {
  const location = (await world.ada.call(createLocation, { body: { ...millRoad, name, number } })).ok();
  const body = { name: `Front of ${number}`, location_ids: [location.id] };
  const { key } = (await world.ada.call(createRegister, { body })).ok();
  const send = async (file: string) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/xml' };
    const answer = await world.nobody.raw('POST', '/api/register-files?name=a.xml', file, headers);
    expect(answer.status).toBe(200);
  };
  const feed = async (body: object) => {
    const answer = await world.nobody.raw('POST', '/api/register-feed', body, {
      authorization: `Bearer ${key}`,
    });
    return { status: answer.status, body: JSON.parse(await answer.text()) };
  };
  return { location, send, feed };
}

const goods = [
  { code: '00049000000443', name: 'Cola 20 oz' },
  { code: '1', name: 'Tea' },
];

const sold = (number: string, began: string, quantity: string, business_date = began.slice(0, 10)) =>
  journal(
    [
      {
        transaction: began,
        business_date,
        began,
        items: [{ department: '12', amount: '3.00', quantity, code: '49000000443' }],
      },
    ],
    number,
  );

const noOptions = {
  blank_clears: [],
  replace: [],
  deactivate_missing: false,
  meanings: [],
  invite_new: false,
};

async function plan(client: Client, file: string, options: Partial<runs.ImportOptions> = {}) {
  const run = (await upload(client, 'stock', file)).ok();
  const body = { mapping: run.file?.mapping ?? [], ...noOptions, ...options };
  (await client.call(runs.planImport, { params: { id: run.id }, body })).ok();
  await world.workOnRuns();
  return read(client, run.id);
}

async function read(client: Client, id: string) {
  const run = (await client.call(runs.getRun, { params: { id } })).ok();
  const { lines } = (await client.call(runs.listRunLines, { params: { id }, query: {} })).ok();
  return { ...run, lines };
}

async function apply(client: Client, id: string) {
  (await client.call(runs.applyRun, { params: { id }, body: {} })).ok();
  await world.workOnRuns();
  await recountStock(world.app);
  return read(client, id);
}

async function moveTo({ id }: { id: string }, ...location_ids: string[]) {
  (await world.ada.call(replaceUserLocations, { params: { id }, body: { location_ids } })).ok();
}

const stockOf = async (client: Client, query: object = {}) =>
  (await client.call(listStock, { query: { show: 'all', ...query } })).ok();
const plain = ({ items }: Awaited<ReturnType<typeof stockOf>>) =>
  items.map(({ location_number, code, on_hand, reorder_point }) => [
    location_number,
    code,
    on_hand,
    reorder_point,
  ]);

test('a stock list is imported with a preview and undone: rows that it changed go back, new ones go away', async () => {
  const { location, send } = await connect('0101');
  await send(priceBook(goods, { store: '0101' }));
  const viewer = await world.newUser('Val Viewer', ['viewer'], [location]);
  expect((await viewer.call(getSalesTiles, { query: {} })).ok().stock).toBeNull();
  expect(await stockOf(viewer)).toMatchObject({ items: [], total: 0, locations: 0 });

  const first = await plan(
    world.ada,
    'Store #,UPC,Description,QOH,Par\n0101,049000000443,Cola,24,6\n0101,1,Tea,1.5,\n',
  );
  expect(first.file?.mapping).toEqual(['locations', 'code', null, 'on_hand', 'reorder_point']);
  expect(first.lines.map(({ planned, subject }) => [planned, subject.name])).toEqual([
    ['created', '49000000443 at 0101'],
    ['created', '1 at 0101'],
  ]);
  expect(first.lines[0]?.changes).toEqual([
    { field: 'On hand', before: null, after: '24' },
    { field: 'Reorder point', before: null, after: '6' },
  ]);
  expect(await stockOf(viewer)).toMatchObject({ total: 0 });
  expect((await apply(world.ada, first.id)).applied).toMatchObject({ created: 2 });
  expect((await viewer.call(getSalesTiles, { query: {} })).ok().stock).toEqual({
    low: 0,
    recount: 0,
    locations: 1,
  });
  expect(plain(await stockOf(viewer, { sort: 'product' }))).toEqual([
    ['0101', '49000000443', 24000, 6000],
    ['0101', '1', 1500, null],
  ]);

  const wrong = await plan(
    world.ada,
    'Location,Code,On hand,Reorder point\nStore 0101,49000000443,2,6\n0101,1,1.5,2\n',
  );
  expect(wrong.lines.map(({ planned, subject }) => [planned, subject.name])).toEqual([
    ['updated', 'Cola 20 oz at Store 0101'],
    ['updated', 'Tea at Store 0101'],
  ]);
  await apply(world.ada, wrong.id);
  expect((await viewer.call(getSalesTiles, { query: {} })).ok().stock).toEqual({
    low: 2,
    recount: 0,
    locations: 1,
  });
  const low = (await viewer.call(listStock, { query: {} })).ok();
  expect(low.items.map(({ name, on_hand, is_low }) => [name, on_hand, is_low])).toEqual([
    ['Cola 20 oz', 2000, true],
    ['Tea', 1500, true],
  ]);

  const undo = (await world.ada.call(runs.undoRun, { params: { id: wrong.id }, body: {} })).ok();
  await world.workOnRuns();
  expect((await apply(world.ada, undo.id)).applied).toMatchObject({ updated: 2 });
  expect(plain(await stockOf(viewer, { sort: 'product' }))).toEqual([
    ['0101', '49000000443', 24000, 6000],
    ['0101', '1', 1500, null],
  ]);
  const undoFirst = (await world.ada.call(runs.undoRun, { params: { id: first.id }, body: {} })).ok();
  await world.workOnRuns();
  // Both rows were changed since, and went back: their version is another one.
  expect((await read(world.ada, undoFirst.id)).lines.map(({ planned }) => planned)).toEqual([
    ...['changed', 'changed'],
  ]);
  const { entries } = (await viewer.call(listAudit, { query: { action: 'stock.updated' } })).ok();
  expect(entries.map(({ sentence }) => sentence)).toContain(
    'Ada Owner edited the stock item Cola 20 oz at Store 0101',
  );
});

test('units sold since the count are subtracted, also when files come late and in any order', async () => {
  const { send } = await connect('0102');
  await send(priceBook(goods, { store: '0102' }));
  await send(sold('0102', '2026-03-18T09:00:00', '1'));
  const { id } = await plan(
    world.ada,
    'Location,Code,On hand,Reorder point,Counted at\n0102,49000000443,10,6,3/18/2026 12:00 PM\n0102,1,5,1,2026-03-18\n',
  );
  await apply(world.ada, id);
  const row = async () => {
    await recountStock(world.app);
    const { items } = await stockOf(world.ada, { q: 'cola' });
    const { on_hand, sold_since, counted_at, is_low } = items.find(
      ({ location_number }) => location_number === '0102',
    ) ?? { on_hand: null };
    return { on_hand, sold_since, counted_at, is_low };
  };
  expect(await row()).toEqual({
    ...{ on_hand: 10_000, sold_since: 0, counted_at: '2026-03-18T12:00:00', is_low: false },
  });
  // Of the day of the count, the journal says what was sold before it and after it.
  await send(sold('0102', '2026-03-18T11:59:59', '2'));
  await send(sold('0102', '2026-03-19T08:00:00', '1'));
  await send(sold('0102', '2026-03-18T12:00:00', '3'));
  expect(await row()).toMatchObject({ on_hand: 6000, sold_since: 4000, is_low: true });
  // The same sale again changes nothing.
  await send(`${sold('0102', '2026-03-18T12:00:00', '3')}\n`);
  expect(await row()).toMatchObject({ on_hand: 6000 });
  // A later list without a count starts anew, and nothing is subtracted.
  const later = await plan(world.ada, 'Location,Code,On hand\n0102,49000000443,9\n');
  expect(later.lines[0]?.changes).toEqual([
    { field: 'On hand', before: '10', after: '9' },
    { field: 'Counted at', before: '2026-03-18 12:00:00', after: null },
  ]);
  await apply(world.ada, later.id);
  expect(await row()).toMatchObject({ on_hand: 9000, sold_since: 0, counted_at: null, is_low: false });
});

test('an estimate below zero is 0 and to be counted again: in the list, its filter, the tile and the file', async () => {
  const { location, send } = await connect('0112');
  await send(priceBook([...goods, { code: '2', name: 'Gum' }], { store: '0112' }));
  const reader = await world.newUser('Rita Recount', ['viewer'], [location]);
  // Code 3 is in no price book: nobody sells it, so nobody has to count it.
  const list = ['49000000443,2,6,3/18/2026 6:00 AM', '1,5,9,', '2,5,1,', '3,-4,1,'];
  const rows = list.map((row) => `0112,${row}\n`).join('');
  await apply(
    world.ada,
    (await plan(world.ada, `Location,Code,On hand,Reorder point,Counted at\n${rows}`)).id,
  );
  await send(sold('0112', '2026-03-18T09:00:00', '7'));
  await recountStock(world.app);
  const { items } = await stockOf(reader, { sort: 'on_hand' });
  expect(items.map(({ on_hand }) => on_hand)).toEqual([0, 0, 5000, 5000]);
  expect(items.flatMap(({ code, is_oversold }) => (is_oversold ? code : [])).sort()).toEqual([
    '3',
    '49000000443',
  ]);
  const names = async (show: string) =>
    (await stockOf(reader, { show, sort: 'product' })).items.map(({ name }) => name);
  expect([await names('low'), await names('recount')]).toEqual([['Cola 20 oz', 'Tea'], ['Cola 20 oz']]);
  expect((await reader.call(getSalesTiles, { query: {} })).ok().stock).toEqual({
    low: 2,
    recount: 1,
    locations: 1,
  });
  const own = (await reader.call(getOwnLocations, { query: {} }))
    .ok()
    .locations.map(({ today }) => today?.low_stock);
  expect(own).toContain(2);
  expect(own.filter((low) => low !== null)).toEqual([2]);
  // What is missing to the reorder point is no more than that.
  expect((await stockOf(reader, { show: 'low' })).items.map(({ name }) => name)).toEqual([
    'Cola 20 oz',
    'Tea',
  ]);
  const csv = await (await reader.raw('GET', '/api/stock/export.csv?show=low')).text();
  expect(csv).toContain('0112,Store 0112,49000000443,Cola 20 oz,,6,"2 counted, 7 sold since"');
  expect(csv).not.toMatch(/-\d/);
  // The file leaves that count as it is.
  expect((await plan(world.ada, csv)).lines.map(({ planned }) => planned)).toEqual([
    'unchanged',
    'unchanged',
  ]);
});

test('a line that cannot be right is rejected with a sentence, and keeps the others out of nothing', async () => {
  const { location } = await connect('0103');
  const { location: closed } = await connect('0104');
  const closing = { params: { id: closed.id }, body: { closed_on: '2026-03-01' } };
  (await world.ada.call(closeLocation, closing)).ok();
  const lines: [string, string][] = [
    ['0103,1,24,', ''],
    ['0103,1,25,', ''],
    ['0999,2,1,', "No location is called or numbered '0999'."],
    ['0104,2,1,', 'Store 0104 is closed, so its stock is not kept.'],
    [
      '0103,4.9E+10,1,',
      'Code: Excel turned this number into 4.9E+10. Format its column as text, and write the number again.',
    ],
    ['0103,3,many,', "On hand: 'many' is not a quantity. Write it as 24 or 1.5."],
    ['0103,3,1.2345,', "On hand: '1.2345' has more than three decimals."],
    ['0103,4,,', 'The stock of this product is not known yet, and a new line needs On hand'],
    ['0103,5,,2026-03-01', 'Counted at: A count needs a quantity on hand. The stock of this product'],
    ['0103,6,1,2026-04-01', 'Counted at: 2026-04-01 has not come yet.'],
    ['0103,7,1,2026-03-01 25:00', "Counted at: There is no such time as '2026-03-01 25:00'."],
    [',8,1,', 'The line has no location.'],
    ['0103,,1,', 'The line has no code.'],
    ['0103,9,(3),2026-03-20 7:00', ''],
    ['0103,010,"1,250.5",', ''],
  ];
  const file = `Location,Code,On hand,Counted at\n${lines.map(([line]) => line).join('\n')}\n`;
  const run = await plan(world.ada, file);
  for (const [index, [line, reason]] of lines.entries()) {
    const found = run.lines[index];
    const twins = line.startsWith('0103,1,2') ? 'Lines 2 and 3 have the same location and code.' : reason;
    expect({ line, planned: found?.planned, reason: found?.reason ?? '' }).toEqual({
      ...{ line, planned: twins === '' ? 'created' : 'rejected' },
      reason:
        twins === ''
          ? 'No register of this location has named this product yet.'
          : expect.stringContaining(twins),
    });
  }
  await apply(world.ada, run.id);
  expect(plain(await stockOf(world.ada, { location: location.id, sort: 'product' }))).toEqual([
    ['0103', '10', 1_250_500, null],
    ['0103', '9', 0, null],
  ]);
  const csv = await (await world.ada.raw('GET', `/api/runs/${run.id}/result.csv?only=rejected`)).text();
  expect(csv.split('\r\n')).toHaveLength(lines.length - 2 + 2);
});

test('a list goes to the locations in the scope of who imports it, also when it is applied and undone', async () => {
  const { location } = await connect('0105');
  const { location: other } = await connect('0106');
  const keeper = await world.newUser('Kim Keeper', [], [location, other]);
  const permissions = ['locations.read', 'registers.read', 'registers.manage'] as const;
  const role = await ownRole(world, 'Keeper', [...permissions]);
  const body = { role_ids: [role] };
  (await world.ada.call(replaceUserRoles, { params: { id: keeper.id }, body })).ok();
  const file = 'Location,Code,On hand\n0105,1,24\n0106,1,24\n0103,1,24\n';
  const run = await plan(keeper, file);
  expect(run.lines.map(({ planned }) => planned)).toEqual(['created', 'created', 'rejected']);
  await moveTo(keeper, location.id);
  const applied = await apply(keeper, run.id);
  expect(applied.lines.map(({ result, reason }) => [result, reason])).toEqual([
    ['created', 'No register of this location has named this product yet.'],
    ['rejected', 'This location does not exist, or is not one of yours.'],
    ['rejected', expect.stringContaining("No location is called or numbered '0103'.")],
  ]);
  expect(plain(await stockOf(keeper))).toEqual([['0105', '1', 24000, null]]);
  await moveTo(keeper, other.id);
  expect(await stockOf(keeper)).toMatchObject({ items: [], locations: 0 });
  const undo = (await keeper.call(runs.undoRun, { params: { id: run.id }, body: {} })).ok();
  await world.workOnRuns();
  expect((await read(keeper, undo.id)).lines).toMatchObject([
    {
      planned: 'rejected',
      subject: { id: null },
      reason: 'This product is not in stock at one of your locations.',
    },
  ]);
});

test('a feed says what is in stock, and a later count takes the place of an earlier one', async () => {
  const { location, feed } = await connect('0107');
  const item = {
    location: '0107',
    code: '0049',
    on_hand: 2.5,
    reorder_point: 3,
    counted_at: '2026-03-19T06:00:00',
  };
  expect((await feed({ stock: [item] })).body).toEqual({
    days: [],
    stock: [{ location: '0107', code: '0049', outcome: 'accepted', reason: null }],
  });
  const late = await feed({
    stock: [
      { ...item, on_hand: 9, counted_at: '2026-03-18T06:00:00' },
      { ...item, location: '5' },
    ],
  });
  expect(late.body.stock).toMatchObject([
    { outcome: 'duplicate', reason: 'A later count was received before' },
    { outcome: 'refused', reason: 'This file says location 5' },
  ]);
  expect(plain(await stockOf(world.ada, { location: location.id }))).toEqual([['0107', '49', 2500, 3000]]);
  await feed({ stock: [{ ...item, on_hand: 4, reorder_point: null, counted_at: null }] });
  expect(plain(await stockOf(world.ada, { location: location.id }))).toEqual([['0107', '49', 4000, null]]);
  for (const wrong of [
    { ...item, on_hand: 1.2345 },
    { ...item, counted_at: 'today' },
    { ...item, extra: 1 },
  ]) {
    expect((await feed({ stock: [wrong] })).status).toBe(400);
  }
  expect((await feed({})).status).toBe(400);
});

test('units that no location can sell, from a day of the release before, are not subtracted', async () => {
  const { location, send, feed } = await connect('0110');
  await send(sold('0110', '2026-03-18T09:00:00', '2'));
  await send(sold('0110', '2026-03-19T09:00:00', '3'));
  const read = world.app.database.read.selectFrom('sales_days').select('content');
  const { content } = await read
    .where('location_id', '=', location.id)
    .where('business_date', '=', '2026-03-18')
    .executeTakeFirstOrThrow();
  const poisoned = content.replace('"quantity":2000,"is_merchandise"', '"quantity":1e16,"is_merchandise"');
  expect(poisoned).not.toBe(content);
  await world.app.database.write((tx) =>
    tx
      .updateTable('sales_days')
      .set({ content: poisoned })
      .where('location_id', '=', location.id)
      .where('business_date', '=', '2026-03-18')
      .execute(),
  );
  const item = { location: '0110', code: '49000000443', on_hand: 24, reorder_point: null };
  await feed({ stock: [{ ...item, counted_at: '2026-03-17T06:00:00' }] });
  await recountStock(world.app);
  const query = { location: location.id };
  expect(plain(await stockOf(world.ada, query))).toEqual([['0110', '49000000443', 21_000, null]]);
});

test('stock is sorted in both directions, page by page, and exported as a list that changes nothing', async () => {
  const { location } = await connect('0108');
  const rows = Array.from(
    { length: 7 },
    (_, index) => `0108,${index + 1},${(index * 3) % 7},${index === 3 ? '' : 4}`,
  );
  const run = await plan(world.ada, `Location,Code,On hand,Reorder point\n${rows.join('\n')}\n`);
  await apply(world.ada, run.id);
  for (const sort of ['location', 'product', 'on_hand', 'reorder_point', 'missing'] as const) {
    for (const order of [sort, `-${sort}` as const]) {
      const query = { location: location.id, sort: order };
      const all = await stockOf(world.ada, query);
      expect(all.items).toHaveLength(7);
      const paged: string[] = [];
      for (let after: string | undefined; ; ) {
        const page = await stockOf(world.ada, { ...query, limit: 2, ...(after && { after }) });
        expect(page.total).toBe(7);
        paged.push(...page.items.map(({ id }) => id));
        if (page.next === null) break;
        after = page.next;
      }
      expect({ order, ids: paged }).toEqual({ order, ids: all.items.map(({ id }) => id) });
    }
  }
  const numbers = (await stockOf(world.ada, { location: location.id, sort: '-on_hand' })).items;
  expect(numbers.map(({ on_hand }) => on_hand / 1000)).toEqual([6, 5, 4, 3, 2, 1, 0]);
  const bad = await world.ada.raw('GET', '/api/stock?after=-missing.x');
  expect(bad.status).toBe(400);
  const csv = await (
    await world.ada.raw('GET', `/api/stock/export.csv?show=all&location=${location.id}`)
  ).text();
  expect((await plan(world.ada, csv)).lines.map(({ planned }) => planned)).toEqual(
    rows.map(() => 'unchanged'),
  );
});

test('a view of sales is saved for who may read sales, says when its location is gone, and is not watched', async () => {
  const { location } = await connect('0109');
  const viewer = await world.newUser('Vera Views', ['viewer'], [location]);
  const body = { list: 'sales' as const, name: 'Mine', query: `location=${location.id}&sort=-revenue` };
  const view = (await viewer.call(createView, { body })).ok();
  const read = async () =>
    (await viewer.call(listViews, {})).ok().views.map(({ name, gone }) => [name, gone]);
  expect(await read()).toEqual([['Mine', []]]);
  const watch = { params: { id: view.id }, body: { condition: 'not_empty', delivery: 'now' } } as const;
  expect((await viewer.call(watchView, watch)).problem()).toMatchObject({
    detail: expect.stringContaining('cannot be watched'),
  });
  await moveTo(viewer);
  expect(await read()).toEqual([['Mine', ['location']]]);
  const employee = await world.newUser('Eve Employee', ['employee'], [location]);
  expect((await employee.call(createView, { body })).status).toBe(403);
});
