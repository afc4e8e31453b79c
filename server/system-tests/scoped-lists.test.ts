import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fold } from '../../contract/lists/search-key.ts';
import { listLocations } from '../../contract/locations.ts';
import { listUsers } from '../../contract/users.ts';
import { rowsOf } from '../platform/database/query.ts';
import { type Executed, record } from '../testing/databases/recorded-statements.ts';
import { seededRandom } from '../testing/worlds/seeded-random.ts';
import { startWorld, type User, type World } from '../testing/worlds/world.ts';

const locationCount = 400;
/** Most rows have no location of the actor, and a scoped list must not read them. */
const userCount = 12_000;
const assignedCount = 3000;
const names = ['Ana García', 'Ben Smith', 'Chen Li', 'Dora Ångström', 'Eve 100%_\\'];
const cities = ['Albany', 'Colonie', 'Troy'];

interface Row {
  id: string;
  name: string;
  created_at: string;
}

let world: World;
let locations: Row[];
let users: (Row & { location_ids: Set<string> })[];
let readers: { user: User; location_ids: Set<string> }[];

const random = seededRandom();
/** Several rows with the same millisecond, ordered by id. */
const timeOf = () => new Date(Date.UTC(2020, 0, 1, 0, Math.floor(random() * 300))).toISOString();
const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
const someOf = (count: number) => new Set(Array.from({ length: count }, () => pick(locations).id));

beforeAll(async () => {
  world = await startWorld();
  locations = Array.from({ length: locationCount }, (_, n) => ({
    id: crypto.randomUUID(),
    name: `${pick(cities)} ${n}`,
    created_at: timeOf(),
  }));
  users = Array.from({ length: userCount }, (_, n) => ({
    id: crypto.randomUUID(),
    name: `${pick(names)} ${n}`,
    created_at: timeOf(),
    location_ids: someOf(n < assignedCount ? pick([0, 1, 1, 2, 3]) : 0),
  }));
  const columns = { id: 'uuid', name: 'text', search: 'text', created_at: 'text' } as const;
  const searchable = <T extends Row>({ id, name, created_at }: T) => ({
    id,
    name,
    search: fold(name),
    created_at,
  });
  await world.app.database.write(async (tx) => {
    const time = tx.dialect === 'sqlite' ? sql`created_at` : sql`created_at::timestamptz`;
    await sql`insert into locations (id, name, address, city, state, zip, search, created_at, updated_at, updated_by_name)
      select id, name, '', '', 'NY', '', search, ${time}, ${time}, '' from ${rowsOf(tx, columns, locations.map(searchable))}`.execute(
      tx,
    );
    await sql`insert into users (id, email, email_key, full_name, is_active, search, created_at, updated_at, updated_by_name)
      select id, id, id, name, ${true}, search, ${time}, ${time}, '' from ${rowsOf(tx, columns, users.map(searchable))}`.execute(
      tx,
    );
    const links = users.flatMap(({ id, location_ids }) =>
      [...location_ids].map((location_id) => ({ id, location_id })),
    );
    await sql`insert into user_locations (user_id, location_id, created_at)
      select id, location_id, ${timeOf()} from ${rowsOf(tx, { id: 'uuid', location_id: 'uuid' }, links)}`.execute(
      tx,
    );
  });
  readers = [];
  for (const count of [0, 1, 2, 20, 300]) {
    const user = await world.newUser(`Rea ${count}`, ['manager'], []);
    const location_ids = someOf(count);
    const links = [...location_ids].map((location_id) => ({ location_id }));
    await world.app.database.write((tx) =>
      sql`insert into user_locations (user_id, location_id, created_at)
        select ${user.id}, location_id, ${timeOf()} from ${rowsOf(tx, { location_id: 'uuid' }, links)}`.execute(
        tx,
      ),
    );
    readers.push({ user, location_ids });
  }
  // Updates the statistics, as in a database in use.
  await world.app.database.write((tx) => sql`analyze`.execute(tx));
});
afterAll(() => world.close());

const searches = [undefined, 'garcia', 'ANGSTROM', 'o', '100%_\\', '7', 'nobody'];

const share = (one: Set<string>, other: Set<string>) => [...one].some((id) => other.has(id));

function newestFirst(a: Row, b: Row) {
  if (a.created_at !== b.created_at) return a.created_at < b.created_at ? 1 : -1;
  return a.id < b.id ? 1 : -1;
}

const found = (rows: readonly Row[], q: string | undefined) =>
  rows.filter((row) => q === undefined || fold(row.name).includes(fold(q))).sort(newestFirst);

/** The rows of the test from all pages, and the total of each page. */
async function readAll(list: (page: { limit: number; after?: string }) => Promise<Page>) {
  const ids: string[] = [];
  const totals = new Set<number>();
  let after: string | null = null;
  do {
    const page: Page = await list({ limit: 97, ...(after && { after }) });
    ids.push(...page.ids);
    totals.add(page.total);
    after = page.next;
  } while (after);
  return { ids, totals: [...totals] };
}

interface Page {
  ids: string[];
  total: number;
  next: string | null;
}

describe.each(searches)('searching for %j', (q) => {
  const query = q === undefined ? {} : { q };

  test('lists and counts the users who share a location with the actor, newest first', async () => {
    for (const { user, location_ids } of readers) {
      const readerRow = { id: user.id, name: '', created_at: '9' };
      const others = readers.filter((other) => share(other.location_ids, location_ids));
      const { ids, totals } = await readAll(async (page) => {
        const { users, ...rest } = (await user.call(listUsers, { query: { ...page, ...query } })).ok();
        return { ids: users.map((user) => user.id), ...rest };
      });
      const shared = users.filter((user) => share(user.location_ids, location_ids));
      const made = new Set(users.map((user) => user.id));
      expect(ids.filter((id) => made.has(id))).toEqual(found(shared, q).map((user) => user.id));
      const rest = new Set(ids.filter((id) => !made.has(id)));
      expect(totals).toEqual([ids.length]);
      expect(new Set(ids).size).toBe(ids.length);
      if (q !== undefined) continue;
      expect(rest).toEqual(new Set([readerRow.id, ...others.map((other) => other.user.id)]));
    }
  });

  test("lists and counts the actor's locations, newest first", async () => {
    for (const { user, location_ids } of readers) {
      const { ids, totals } = await readAll(async (page) => {
        const { locations, ...rest } = (
          await user.call(listLocations, { query: { ...page, ...query } })
        ).ok();
        return { ids: locations.map((location) => location.id), ...rest };
      });
      const own = found(
        locations.filter((location) => location_ids.has(location.id)),
        q,
      );
      expect(ids).toEqual(own.map((location) => location.id));
      expect(totals).toEqual([own.length]);
    }
  });
});

describe("scoped lists start from the actor's location", () => {
  let counted = 0;
  afterAll(() => expect(counted).toBeGreaterThan(1));

  test.each([
    ['users', '/api/users?limit=1'],
    ['users', '/api/users?limit=1&q=garcia'],
    ['users', '/api/users?limit=50&sort=name'],
    ['users', '/api/users?limit=50&sort=-email&status=active'],
    ['users', '/api/users?limit=50&sort=status&role=none'],
    ['users', '/api/users?limit=50&sort=last_sign_in&invitation=none'],
    ['locations', '/api/locations?limit=1'],
    ['locations', '/api/locations?limit=50&sort=name&staff=nobody'],
  ])('%s %s', async (table, path) => {
    const reader = readers.find(({ location_ids }) => location_ids.size === 1);
    const executed = await record(async () => {
      expect((await reader?.user.raw('GET', path))?.status).toBe(200);
    });
    const lists = executed.filter(({ sql }) => new RegExp(`from ${table}\\s+(where|left join)`).test(sql));
    // The page; and the count, unless the page has all rows.
    expect(lists.length).toBeGreaterThanOrEqual(1);
    counted += lists.length - 1;
    for (const statement of lists) expect(await mostRowsRead(statement, table)).toBeLessThan(userCount / 2);
  });
});

/** The number of rows that the statement reads; on SQLite from its plan: all, or those of the given ids. */
async function mostRowsRead({ sql: text, binds }: Executed, table: string): Promise<number> {
  const { read } = world.app.database;
  const explain = read.dialect === 'sqlite' ? 'explain query plan' : 'explain (analyze, format json)';
  const { rows } = await read.executeQuery<{ detail: string; 'QUERY PLAN': [{ Plan: Plan }] }>({
    ...sql.raw(`${explain} ${text}`).compile(read),
    parameters: binds,
  });
  if (read.dialect === 'sqlite') {
    const steps = rows
      .map((row) => row.detail)
      .filter((step) => new RegExp(`^(SCAN|SEARCH) ${table}\\b`).test(step));
    expect(steps).toEqual([
      expect.stringMatching(/USING (COVERING )?INDEX \w+ \((sort_name=\? AND )?id=\?( AND is_active=\?)?\)$/),
    ]);
    return 0;
  }
  return rowsOfTable(rows[0]?.['QUERY PLAN'][0].Plan as Plan, table);
}

interface Plan {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

function rowsOfTable(plan: Plan, table: string): number {
  const own =
    plan['Relation Name'] === table ? plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0) : 0;
  const rows = [own * plan['Actual Loops'], ...(plan.Plans ?? []).map((inner) => rowsOfTable(inner, table))];
  return Math.max(...rows);
}
