import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Endpoint } from '../../contract/http/endpoint.ts';
import { applyRun, createRun } from '../../contract/runs.ts';
import { apiExamples } from '../http/api-examples.ts';
import type { App } from '../kernel/context.ts';
import type { Tables } from '../kernel/database/schema.ts';
import { contractEndpoints, nameOf } from '../testing/requests/contract-endpoints.ts';
import { startWorld, type World } from '../testing/worlds/world.ts';

/** More than a page of any download. */
const count = 260;

let world: World;
let authenticate: App['authenticate'];
let downloads: Endpoint[];
let ids: Record<'users' | 'locations', string[]>;
let run: string;
let salesImport: string;
beforeAll(async () => {
  world = await startWorld();
  ({ authenticate } = world.app);
  downloads = (await contractEndpoints()).filter((endpoint) => endpoint.download);
  ids = { users: await addUsers(), locations: await addLocations() };
  await addSalesAndStock();
  await addEntries();
  const { ada } = world;
  const body = { about: 'users', act: { act: 'invite' }, selection: { ids: ids.users } } as const;
  ({ id: run } = (await ada.call(createRun, { body })).ok());
  await world.workOnRuns();
  (await ada.call(applyRun, { params: { id: run }, body: { confirm: count } })).ok();
  await world.workOnRuns();
  salesImport = randomUUID();
  const upload = `/api/sales-imports?id=${salesImport}&about=closes&name=closes.csv`;
  const headers = { 'content-type': 'text/csv' };
  expect((await ada.raw('POST', upload, 'Date,Fuel\n11/24/25,1\n', headers)).status).toBe(200);
});
afterAll(() => world.close());

const at = '2026-01-01T00:00:00.000Z';
const stamp = {
  ...{ created_at: at, created_by: null, created_from: null },
  ...{ updated_at: at, updated_by: null, updated_by_name: '' },
};

/** As many rows as `count`, each with an id. */
async function insert<Row extends object>(table: keyof Tables, rowOf: (id: string, n: number) => Row) {
  const made = Array.from({ length: count }, (_, n) => ({ id: randomUUID(), n }));
  const rows = made.map(({ id, n }) => rowOf(id, n));
  await world.app.database.write(async (tx) => {
    for (let start = 0; start < count; start += 50)
      await tx
        .insertInto(table)
        .values(rows.slice(start, start + 50) as never)
        .execute();
  });
  return made.map(({ id }) => id);
}

const addUsers = () =>
  insert('users', (id) => ({
    ...{ id, email: `${id}@x.example`, email_key: `${id}@x.example`, full_name: `User ${id}`, phone: null },
    ...{ employee_number: null, employee_number_key: null, is_active: true, search: '', sort_name: id },
    ...stamp,
  }));

const addLocations = () =>
  insert('locations', (id) => ({
    ...{ id, name: `At ${id}`, address: '1 Road', city: 'Albany', state: 'NY', zip: '12207', phone: null },
    ...{ number: null, number_key: null, closed_on: null, time_zone: 'America/New_York' },
    ...{ search: '', sort_name: id, sort_number: null, sort_city: null, ...stamp },
  }));

async function addSalesAndStock() {
  const location_id = world.locations.millRoad.id;
  await insert('sales_days', (_, n) => {
    const day = new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10);
    return {
      ...{ location_id, business_date: day, trading_date: day, began: null, ended: null, is_closed: true },
      ...{ is_future: false, fuel_gross: 1, fuel_discounts: 0, fuel: 1, fuel_volume: null, tax: null },
      ...{ merchandise_gross: null, merchandise: 1, excluded: null, revenue: 2, sales: 1, refunds: null },
      ...{ marks: '[]', content: '{}', is_stale: false },
    };
  });
  await insert('register_products', (_, n) => ({
    ...{ location_id, code: `${n}`, name: `Product ${n}`, search: '', price: 1, listing: 'active' },
    ...{ listed_at: at, sold_on: null },
  }));
  await insert('register_stock', (id, n) => ({
    ...{ id, location_id, code: `${n}`, counted: 1, counted_at: null, sold_since: 0, on_hand: 1 },
    ...{ reorder_point: null, ...stamp },
  }));
}

const addEntries = () =>
  insert('audit_entries', (id) => ({
    ...{ id, at, actor_id: null, actor_name: 'Somebody', action: 'location.updated', run_id: null },
    ...{ subject_type: 'location', subject_id: null, subject_name: 'Something', details: '{}' },
    ...{ via: 'screen', ip: '', user_agent: '' },
  }));

/** What each download needs, and the check of its reader's access with which its second page begins. */
const requests: Record<string, { query?: string; body?: () => object; second?: number }> = {
  'GET /api/users/export.csv': { second: 4 },
  'GET /api/access-list.csv': { second: 4 },
  'POST /api/users/export.csv': { body: () => ({ ids: ids.users }), second: 4 },
  'GET /api/locations/export.csv': { second: 4 },
  'POST /api/locations/export.csv': { body: () => ({ ids: ids.locations }), second: 4 },
  'GET /api/audit.csv': { second: 4 },
  // All in one page.
  'GET /api/locations/:id/access-on.csv': { query: 'day=2026-01-02' },
  'GET /api/users/:id/access-on.csv': { query: 'day=2026-01-02' },
  'GET /api/sales/export.csv': { query: 'from=2026-01-01&to=2026-12-31', second: 4 },
  // All in one page.
  'GET /api/sales/compared/export.csv': { query: 'from=2026-01-01&to=2026-12-31' },
  'GET /api/sales/by-location/export.csv': { query: 'from=2026-01-01&to=2026-12-31' },
  'GET /api/sales/by-state/export.csv': { query: 'from=2026-01-01&to=2026-12-31' },
  'GET /api/sales/breakdown/export.csv': { query: 'of=grade&from=2026-01-01&to=2026-12-31' },
  'GET /api/stock/export.csv': { query: 'show=all', second: 4 },
  'GET /api/runs/:id/result.csv': { second: 3 },
  'GET /api/sales-imports/:id/left-out.csv': {},
  'POST /api/runs/:id/invite-links.csv': { second: 3 },
};

/** Nothing of it depends on its reader. */
const withoutChecks = 'GET /api/imports/template.csv';

const encodings = ['identity', 'gzip', 'br', 'deflate'];
const failures = {
  refused: async () => ({ ok: false, reason: 'deactivated' }) as const,
  broken: () => Promise.reject(new Error('A bug')),
};

interface Answer {
  status: number;
  headers: IncomingMessage['headers'];
  /** Decoded as its headers say; null when it was cut off. */
  text: string | null;
}

const idsOf = {
  ...{ 'sales-imports': () => salesImport, runs: () => run },
  ...{ users: () => world.ada.id, locations: () => world.locations.millRoad.id },
};

async function download(endpoint: Endpoint, encoding: string, asked?: string): Promise<Answer> {
  const { query = '', body } = requests[nameOf(endpoint)] ?? { query: 'about=users' };
  const id = /sales-imports|users|locations/.exec(endpoint.path)?.[0] ?? 'runs';
  const path = endpoint.path.replace(':id', idsOf[id as keyof typeof idsOf]());
  const sent = request(`${world.url}${path}?${asked ?? query}`, {
    method: endpoint.method,
    headers: {
      ...{ authorization: `Bearer ${world.ada.token}`, 'accept-encoding': encoding },
      ...(body && { 'content-type': 'application/json' }),
    },
  });
  sent.end(body && JSON.stringify(body()));
  try {
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const { statusCode: status = 0, headers } = response;
    // The server has not noticed yet that the download before is over.
    if (status === 409) return await download(endpoint, encoding, asked);
    const pieces = await response.toArray().catch(() => null);
    return { status, headers, text: pieces && decode(Buffer.concat(pieces), headers['content-encoding']) };
  } catch {
    return { status: 0, headers: {}, text: null };
  }
}

function decode(bytes: Buffer, encoding: string | undefined): string {
  if (encoding === 'gzip') return gunzipSync(bytes).toString();
  return (encoding === 'br' ? brotliDecompressSync(bytes) : bytes).toString();
}

/** With a failure at the check of this number. */
async function failingAt(check: number, how: keyof typeof failures, endpoint: Endpoint, encoding: string) {
  let checks = 0;
  world.app.authenticate = (...args) => (++checks < check ? authenticate(...args) : failures[how]());
  try {
    return await download(endpoint, encoding);
  } finally {
    world.app.authenticate = authenticate;
  }
}

function expectProblem(answer: Answer, how: keyof typeof failures, name: string) {
  expect(answer.headers['content-type'], name).toBe('application/problem+json; charset=utf-8');
  expect(answer.headers['content-disposition'], name).toBeUndefined();
  const code = how === 'refused' ? 'account_deactivated' : 'internal';
  expect(JSON.parse(answer.text ?? ''), name).toMatchObject({ code, status: answer.status });
}

test('the cases name all downloads', () => {
  expect(downloads.map(nameOf).sort()).toEqual([...Object.keys(requests), withoutChecks].sort());
});

test.each(
  encodings,
)('a download that fails before its first row is a readable problem in %s', async (encoding) => {
  for (const endpoint of downloads) {
    const name = nameOf(endpoint);
    if (name === withoutChecks) continue;
    for (const how of ['refused', 'broken'] as const)
      expectProblem(await failingAt(2, how, endpoint, encoding), how, `${name} ${how}`);
  }
});

test.each(
  encodings,
)('a download that fails at its second page is cut off, or a readable problem, in %s', async (encoding) => {
  for (const endpoint of downloads) {
    const name = nameOf(endpoint);
    const { second } = requests[name] ?? {};
    if (second === undefined) continue;
    for (const how of ['refused', 'broken'] as const) {
      const answer = await failingAt(second, how, endpoint, encoding);
      if (answer.text !== null) expectProblem(answer, how, `${name} ${how}`);
    }
  }
});

test.each(encodings)('a whole download is readable in %s', async (encoding) => {
  for (const endpoint of downloads) {
    const { status, text } = await download(endpoint, encoding);
    expect(status, nameOf(endpoint)).toBe(200);
    const rows = text?.split('\r\n').length ?? 0;
    const isLong = requests[nameOf(endpoint)]?.second !== undefined;
    expect(rows, nameOf(endpoint)).toBeGreaterThan(isLong ? count : 1);
  }
});

test('the example of a download in the OpenAPI document has the columns of the download', async () => {
  for (const endpoint of downloads) {
    const name = nameOf(endpoint);
    const { query } = apiExamples.requests[name] ?? {};
    const { text } = await download(endpoint, 'identity', query && new URLSearchParams(query).toString());
    const [head = ''] = text?.replace('\uFEFF', '').split('\r\n') ?? [];
    const [example = ''] = apiExamples.files[name]?.split('\n') ?? [];
    const columns = example.replace('…', '');
    expect(columns, name).toContain(',');
    expect(columns === example ? head : head.slice(0, columns.length), name).toBe(columns);
  }
});
