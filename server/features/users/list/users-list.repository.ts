import { type RawBuilder, sql } from 'kysely';
import type { Sort, UserSortField } from '../../../../contract/lists/list-filters.ts';
import { comparable, compareSorted } from '../../../../contract/lists/sort-key.ts';
import { yieldToRequests } from '../../../kernel/background.ts';
import type { Queryable } from '../../../kernel/database/database.ts';
import { isOneOf, readOften, whereAll } from '../../../kernel/database/query.ts';
import type { UsersTable } from '../../../kernel/database/schema.ts';
import { inOrderOf, readBest } from '../../../kernel/database/search-tiers.ts';
import {
  type Part,
  type PartQuery,
  type Place,
  partsOf,
  readSorted,
} from '../../../kernel/database/sorted-list.ts';
import { newestFirst, type Position, type SortValues } from '../../../kernel/sorted-cursor.ts';
import {
  eighths,
  isJoined,
  joins,
  looksAtLinks,
  matches,
  passesMost,
  type SignInColumns,
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

const isActive = (value: string): Part => ({
  where: [sql`users.is_active = ${value === 'active'}`],
  column: null,
  value,
});

function partsBy({ field, isDescending }: Sort<UserSortField>): Part[] {
  switch (field) {
    case 'name':
      return partsOf(sql.raw('users.sort_name'));
    case 'email':
      return [{ where: [], column: sql.raw('users.email_key') }];
    case 'status':
      return (isDescending ? ['inactive', 'active'] : ['active', 'inactive']).map(isActive);
    case 'created_at':
      return [{ where: [], column: sql.raw('users.created_at') }];
    case 'last_sign_in':
      return partsOf(sql.raw('auth_users.last_sign_in_at'));
  }
}

export const sortValues: Record<UserSortField, SortValues> = {
  name: 'text',
  email: 'text',
  status: ['active', 'inactive'],
  created_at: 'time',
  last_sign_in: 'time',
};

export const searchedColumns = { key: 'users.search', number: 'users.employee_number_key' };

const userColumns = sql.raw(listColumns.map((column) => `users.${column}`).join());

export function isWhole({ q, filters, ids }: UserListFilter): boolean {
  return !q && !ids && Object.keys(filters).length === 0;
}

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

type PageRow = ListedRow & SignInColumns & { sort_value?: string | null };

export function positionOf(row: PageRow, { field }: Sort<UserSortField>): Position {
  return { value: field === 'created_at' ? row.created_at : (row.sort_value ?? null), id: row.id };
}

/** `sort_value` is the value by which the row is sorted, unless another column has it. */
export function listUsers(
  db: Queryable,
  filter: UserListFilter,
  sort: Sort<UserSortField>,
  { isBackward, after }: Place,
  limit: number,
): Promise<PageRow[]> {
  const { columns, joins } = filter.signIn;
  const isListed = sort.field === 'created_at';
  return readSorted({
    parts: partsBy(sort),
    id: sql.raw('users.id'),
    isDescending: sort.isDescending,
    isBackward,
    after,
    limit,
    read: (part) => {
      const { order, value, limit } = part;
      const page = (conditions: RawBuilder<unknown>[]) => {
        // A number, not a parameter: for any limit, PostgreSQL prepares to read a tenth of the table, in parallel.
        const query = sql<PageRow>`
          select ${userColumns}, ${columns} ${isListed ? sql`` : sql`, ${value} as sort_value`} from users ${joins}
          ${whereAll([...conditions, ...part.where])} order by ${order} limit ${sql.lit(limit)}`;
        return read(db, filter, query, isUsualLimit(limit));
      };
      if (db.dialect === 'postgres' || !looksAtLinks(filter)) return page(matches(db, filter));
      return readNearThenFar(db, filter, part, (conditions) =>
        page([...matches(db, { ...filter, isLookup: true }), ...conditions]),
      );
    },
  });
}

/** Rows along the order for each of a page, before all are searched: many, unless searching all is cheap. */
const nearRows = { ifFound: 10, otherwise: 50, most: 10_000 };

/**
 * SQLite would walk along the order until the page is full, and look at the links of each user on its way. Where few
 * have what is sought, these are all users: 0.2 s at 100,000, while everybody waits. So the walk has an end, and if it is
 * not enough, the hits are found in the order of ids, as links are stored. Others are answered between eighths.
 */
async function readNearThenFar(
  db: Queryable,
  filter: UserListFilter,
  { where, order, orderOfFound, value, limit, upTo }: PartQuery,
  page: (conditions: RawBuilder<unknown>[]) => Promise<PageRow[]>,
): Promise<PageRow[]> {
  const { joins } = filter.signIn;
  const perRow = startsFromFound(filter) ? nearRows.ifFound : nearRows.otherwise;
  const behind = sql<Position>`select ${value} as value, users.id from users ${joins} ${whereAll(where)}
    order by ${order} limit 1 offset ${Math.min(perRow * limit, nearRows.most)}`;
  const [last] = (await behind.execute(db)).rows;
  const near = await page(last ? [upTo(last)] : []);
  if (!last || near.length === limit) return near;
  const ids = await ofEighths(db, async (among) => {
    const query = sql<{ id: string }>`select users.id from users ${joins}
      ${whereAll([...matches(db, { ...filter, among }), ...where])} order by ${orderOfFound} limit ${limit}`;
    return (await query.execute(db)).rows.map(({ id }) => id);
  });
  return ids.length === 0 ? [] : page([isOneOf(db, 'users.id', ids)]);
}

async function ofEighths<Item>(
  db: Queryable,
  read: (among: (typeof eighths)[number]) => Promise<Item[]>,
): Promise<Item[]> {
  const isInTransaction = !('readPrepared' in db);
  const all: Item[] = [];
  for (const eighth of eighths) {
    all.push(...(await read(eighth)));
    await yieldToRequests(isInTransaction ? { tx: db } : {});
  }
  return all;
}

/** The best matches of the search, the best first. */
export async function bestUsers(db: Queryable, filter: UserListFilter, limit: number): Promise<PageRow[]> {
  const { q = '', ...offered } = filter;
  const all = { ...offered, q: undefined };
  const joined =
    isJoined(all) &&
    sql<boolean>`users.id in (
    select users.id from users ${joins(all)} ${whereAll(matches(db, all))})`;
  const where = joined ? [joined] : matches(db, all);
  const ids = await readBest(db, { table: 'users', searched: searchedColumns, where }, q, limit);
  const named = { ...all, filters: {}, ids };
  const rows = await listUsers(db, named, newestFirst, { isBackward: false, after: null }, ids.length);
  return inOrderOf(ids, rows);
}

export async function countUsers(db: Queryable, filter: UserListFilter): Promise<number> {
  const count = async (among?: (typeof eighths)[number]) => {
    const where = matches(db, { ...filter, isCountOfAll: passesMost(filter), ...(among && { among }) });
    const query = sql<{ total: number }>`
      select count(*) as total from users ${joins(filter)} ${whereAll(where)}`;
    return (await read(db, filter, query))[0]?.total ?? 0;
  };
  if (db.dialect === 'postgres' || !(isJoined(filter) || looksAtLinks(filter))) return count();
  // SQLite looks up one user after another, for a quarter of a second at 100,000: others are answered between.
  const totals = await ofEighths(db, async (among) => [await count(among)]);
  return totals.reduce((sum, total) => sum + total, 0);
}

/** By name. More than the limit are cut off anywhere. */
export async function listMatches(db: Queryable, filter: UserListFilter, limit: number) {
  const list = async (among?: (typeof eighths)[number]) => {
    const query = sql<Pick<ListedRow, 'id' | 'full_name' | 'email'> & { sort_name: string | null }>`
      select users.id, users.full_name, users.email, users.sort_name from users ${joins(filter)}
      ${whereAll(matches(db, { ...filter, ...(among && { among }) }))}
      ${among ? sql`` : sql`order by users.sort_name, users.id`} limit ${limit}`;
    return (await query.execute(db)).rows;
  };
  if (db.dialect === 'postgres' || !looksAtLinks(filter)) return list();
  const rows = await ofEighths(db, list);
  const keyed = rows.map((row) => ({ row, id: row.id, value: row.sort_name && comparable(row.sort_name) }));
  return keyed
    .sort((a, b) => compareSorted(a, b, false))
    .slice(0, limit)
    .map(({ row }) => row);
}
