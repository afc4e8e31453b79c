import { type RawBuilder, sql } from 'kysely';
import type { Sort, UserSortField } from '../../../../contract/lists/list-filters.ts';
import type { Scope } from '../../../kernel/access.ts';
import type { Queryable } from '../../../kernel/database/database.ts';
import type { UsersTable } from '../../../kernel/database/schema.ts';
import { type InTiers, readBestOf } from '../../../kernel/database/search-tiers.ts';
import { type Counting, isWhole } from '../../../kernel/lists.ts';
import {
  type Column,
  fromStart,
  type Order,
  orderOf,
  type Part,
  type Place,
  type Position,
  partsFrom,
  splitAt,
  withId,
} from '../../../kernel/paging.ts';
import { inScope, usersInScope } from '../../../kernel/scope.ts';
import { yieldToRequests } from '../../../platform/background/background.ts';
import { isOneOf, readOften, whereAll } from '../../../platform/database/query.ts';
import {
  isJoined,
  joins,
  looksAtLinks,
  matches,
  type SignInColumns,
  searched,
  startsFromFound,
  type UserListFilter,
} from './user-conditions.repository.ts';

export const listColumns = [
  'id',
  'email',
  'full_name',
  'phone',
  'employee_number',
  'is_active',
  'created_at',
  'updated_at',
] as const;
type ListedRow = Pick<UsersTable, (typeof listColumns)[number]>;

const table = 'users';

function orderFor({ field, isDescending }: Sort<UserSortField>): Order {
  return withId(columnOf(field, isDescending), 'users.id', isDescending);
}

const createdAt = sql.raw('users.created_at');

function columnOf(field: UserSortField, isDescending: boolean): Column {
  switch (field) {
    case 'name':
      return { of: sql.raw('users.sort_name'), kind: 'text', isOptional: true, isDescending };
    case 'email':
      return { of: sql.raw('users.email_key'), kind: 'text', isDescending };
    case 'status':
      // Active users come first.
      return { of: sql.raw('users.is_active'), kind: 'boolean', isDescending: !isDescending };
    case 'created_at':
      return { of: createdAt, kind: 'time', isDescending };
    case 'last_sign_in':
      return { of: sql.raw('auth_users.last_sign_in_at'), kind: 'time', isOptional: true, isDescending };
  }
}

const userColumns = sql.raw(listColumns.map((column) => `users.${column}`).join());

/** Whole lists have few different texts, when their pages have usual sizes. */
async function read<Row>(
  db: Queryable,
  filter: UserListFilter,
  query: RawBuilder<Row>,
  isUsual = true,
): Promise<Row[]> {
  return isUsual && isWhole(filter) ? readOften(db, query) : (await query.execute(db)).rows;
}

/** With the first row of the next page. */
const isUsualLimit = (limit: number) => limit % 50 === 1;

type PageRow = ListedRow & SignInColumns & { sort_value?: string | null; position?: Position };

/** `position` is that of another order. */
function positionOf(row: PageRow, { field }: Sort<UserSortField>): Position {
  if (row.position) return row.position;
  if (field === 'created_at') return [row.created_at, row.id];
  return [field === 'status' ? row.is_active : (row.sort_value ?? null), row.id];
}

export function readRows(
  db: Queryable,
  filter: UserListFilter,
  order: Order,
  place: Place,
  limit: number,
): Promise<PageRow[]> {
  const { columns, joins } = filter.signIn;
  const [sorted] = order;
  const value = sorted && sorted.of !== createdAt ? sql`, ${sorted.of} as sort_value` : sql``;
  const shown = sql<PageRow>`${userColumns}, ${columns} ${value}`;
  return readInOrder(db, filter, { columns: shown, joins, order, place, limit });
}

const byName = orderFor({ field: 'name', isDescending: false });

export function listMatches(db: Queryable, filter: UserListFilter, limit: number) {
  const columns = sql<Pick<ListedRow, 'id' | 'full_name' | 'email'>>`users.id, users.full_name, users.email`;
  return readInOrder(db, filter, { columns, joins: joins(filter), order: byName, place: fromStart, limit });
}

interface Reading<Row> {
  columns: RawBuilder<Row>;
  joins: RawBuilder<unknown>;
  order: Order;
  place: Place;
  limit: number;
}

async function readInOrder<Row>(
  db: Queryable,
  filter: UserListFilter,
  { columns, joins, order, place, limit }: Reading<Row>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const step of stepsOf(db, filter, order, place)) {
    const rest = limit - rows.length;
    // The place comes first, or SQLite does not see that it needs an account, and starts from all users.
    // A number, not a parameter: for any limit, PostgreSQL prepares to read a tenth of the table, in parallel.
    const query = sql<Row>`
      select ${columns} from users ${joins} ${whereAll([...step.where, ...matches(db, filter, isInSteps(db, filter))])}
      order by ${orderOf(step.columns)} limit ${sql.lit(rest)}`;
    rows.push(...(await read(db, filter, query, isUsualLimit(rest))));
    if (rows.length >= limit) break;
  }
  return rows;
}

/**
 * SQLite would walk along an order until a page is full, and look at the links of each user on its way. Where few have
 * what is looked for, these are all users: 0.2 s at 100,000, in which nobody else is answered.
 */
function isInSteps(db: Queryable, filter: UserListFilter): boolean {
  return db.dialect === 'sqlite' && looksAtLinks(filter);
}

/** Users in one step along an order. */
const stepRows = 10_000;

async function* stepsOf(
  db: Queryable,
  filter: UserListFilter,
  order: Order,
  place: Place,
): AsyncGenerator<Pick<Part, 'where' | 'columns'>> {
  for (let part of partsFrom(order, place)) {
    while (isInSteps(db, filter)) {
      const { where, columns } = part;
      const values = sql.join(columns.map(({ of }, index) => sql`${of} as ${sql.ref(`value_${index}`)}`));
      const query = sql<Record<string, string>>`select ${values} from users ${filter.signIn.joins}
        ${whereAll(where)} order by ${orderOf(columns)} limit 1 offset ${stepRows - 1}`;
      const [last] = (await query.execute(db)).rows;
      if (!last) break;
      const { upTo, rest } = splitAt(part, Object.values(last));
      yield { where: upTo, columns };
      await yieldToRequests('readPrepared' in db ? {} : { tx: db });
      part = rest;
    }
    yield part;
  }
}

/** As links are stored. */
const byId: Order = [{ of: sql.raw('users.id'), kind: 'id', isDescending: false }];

/** At most `most`. */
export async function countRows(
  db: Queryable,
  filter: UserListFilter,
  { most, before }: Counting = {},
): Promise<number> {
  const steps = before
    ? stepsOf(db, filter, before.order, { isBackward: true, after: before.position })
    : startsFromFound(filter)
      ? [{ where: [] }]
      : stepsOf(db, filter, byId, fromStart);
  let total = 0;
  for await (const { where } of steps) {
    const matching = sql`from users ${before ? filter.signIn.joins : joins(filter)}
      ${whereAll([...matches(db, filter), ...where])}`;
    const counted =
      most === undefined ? matching : sql`from (select 1 ${matching} limit ${most - total}) as counted`;
    const query = sql<{ total: number }>`select count(*) as total ${counted}`;
    total += (await read(db, filter, query))[0]?.total ?? 0;
    if (most !== undefined && total >= most) break;
  }
  return total;
}

/** Of these locations, as far as they are in scope. */
export async function countByLocation(
  db: Queryable,
  filter: UserListFilter,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const query = sql<{ location_id: string; total: number }>`select link.location_id, count(*) as total
    from user_locations as link join users on users.id = link.user_id ${joins(filter)}
    ${whereAll([
      isOneOf(db, 'link.location_id', ids),
      ...inScope(filter.scope, 'link.location_id'),
      ...matches(db, filter, true),
    ])}
    group by link.location_id`;
  const { rows } = await query.execute(db);
  return new Map(rows.map(({ location_id, total }) => [location_id, total]));
}

/** So few are read by their ids, wherever in an order they are. */
const fewRows = 1000;

/** Where SQLite would go in steps, and few match: a filter that finds them by their ids. */
export async function narrowed(db: Queryable, filter: UserListFilter): Promise<UserListFilter> {
  if (!isInSteps(db, filter)) return filter;
  const columns = sql<{ id: string }>`users.id`;
  const limit = fewRows + 1;
  const found = startsFromFound(filter)
    ? await sql<{ id: string }>`select users.id from users ${joins(filter)}
        ${whereAll(matches(db, filter))} limit ${limit}`.execute(db)
    : {
        rows: await readInOrder(db, filter, {
          columns,
          joins: joins(filter),
          order: byId,
          place: fromStart,
          limit,
        }),
      };
  if (found.rows.length > fewRows) return filter;
  return { ...filter, filters: {}, ids: found.rows.map(({ id }) => id) };
}

function readBest(
  db: Queryable,
  { q = '', ...filter }: UserListFilter,
  after: Position | null,
  limit: number,
): Promise<PageRow[]> {
  const all = { ...filter, q: undefined };
  const where = isJoined(all)
    ? [sql<boolean>`users.id in (select users.id from users ${joins(all)} ${whereAll(matches(db, all))})`]
    : matches(db, all);
  return readBestOf(db, { table, searched, where }, q, after, limit, (ids) =>
    readRows(db, { ...all, filters: {}, ids }, byId, fromStart, ids.length),
  );
}

const foundColumns = ['full_name', 'email', 'phone', 'employee_number', 'is_active'] as const;
export type FoundUserRow = Pick<UsersTable, (typeof foundColumns)[number]>;

export function inTiers(scope: Scope): InTiers {
  return { table, columns: foundColumns, searched, where: usersInScope(scope, 'users.id') };
}

/** For `readListPage` and `findPosition`. */
export const reads = { table, orderFor, positionOf, readRows, readBest, countRows, narrowed };
