import { type RawBuilder, sql } from 'kysely';
import type {
  Filter,
  Filters,
  Sort,
  UserFilterField,
  UserSortField,
} from '../../../../contract/lists/list-filters.ts';
import { noValue } from '../../../../contract/lists/list-filters.ts';
import { signInLimit } from '../../../../contract/user-list.ts';
import type { UserRow } from '../../../../contract/users.ts';
import type { Scope } from '../../../kernel/access.ts';
import { yieldToRequests } from '../../../kernel/background.ts';
import type { Queryable } from '../../../kernel/database/database.ts';
import { anyOf, isOneOf, matchesSearch, readOften, whereAll } from '../../../kernel/database/query.ts';
import type { UsersTable } from '../../../kernel/database/schema.ts';
import { inOrderOf, readBest } from '../../../kernel/database/search-tiers.ts';
import { type Part, type Place, partsOf, readSorted } from '../../../kernel/database/sorted-list.ts';
import { isChangedByRun, type RunScope } from '../../../kernel/run-subjects.ts';
import { inScope } from '../../../kernel/scope.ts';
import { newestFirst, type Position, type SortValues } from '../../../kernel/sorted-cursor.ts';

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

interface SignInColumns extends Pick<UserRow, 'invitation' | 'last_sign_in_at'> {
  /** 0 or 1 on SQLite. */
  has_second_factor: boolean | number;
}

export interface UserListFilter {
  scope: Scope;
  q: string | undefined;
  filters: Filters<UserFilterField>;
  now: Date;
  signIn: {
    columns: RawBuilder<SignInColumns>;
    joins: RawBuilder<unknown>;
    isInvitation: (
      states: readonly string[],
      how?: { isLookup?: boolean; inOrder?: boolean },
    ) => RawBuilder<boolean>;
  };
  /** False when the actor may not know second factors: then no user matches a filter by them. */
  knowsFactors: boolean;
  runs: RunScope;
  ids?: readonly string[] | undefined;
  /** Set by `countUsers` alone. */
  isCountOfAll?: boolean;
}

/** Starts from the actor's locations: checking every user would block all other requests on SQLite. */
export function listed(scope: Scope): RawBuilder<boolean>[] {
  const isShown = scope.hidesPast ? [sql<boolean>`users.is_active`] : [];
  if (scope.all) return isShown;
  const isListed = sql<boolean>`users.id in (
    select theirs.user_id
    from user_locations as mine join user_locations as theirs on theirs.location_id = mine.location_id
    where mine.user_id = ${scope.user_id}
    union select ${scope.user_id})`;
  return [isListed, ...isShown];
}

/** `isLookup` looks at each row, and never starts from the rows that a filter finds. */
function matches(db: Queryable, filter: UserListFilter, isLookup = false): RawBuilder<boolean>[] {
  const { scope, q, filters, ids } = filter;
  const fields = Object.entries(filters) as [UserFilterField, Filter][];
  return [
    ...listed(scope),
    ...(ids ? [isOneOf(db, 'users.id', ids)] : []),
    ...(q ? matchesSearch(q, { key: sql.raw<string>('users.search') }) : []),
    ...fields.map(([field, { isNot, values }]) => {
      // PostgreSQL would compare each user with all of a set that is `not in`, when it exceeds the memory for sets.
      const condition = conditions[field](db, values, filter, isNot || isLookup);
      return isNot ? sql<boolean>`not ${condition}` : condition;
    }),
  ];
}

type Condition = (
  db: Queryable,
  values: readonly string[],
  filter: UserListFilter,
  isLookup: boolean,
) => RawBuilder<boolean>;

/** Never null, because `not null` is null. */
const conditions: Record<UserFilterField, Condition> = {
  status: (_, values) => anyOf(values.map((value) => sql`users.is_active = ${value === 'active'}`)),

  role: (db, values, filter, isLookup) =>
    linked(db, values, { table: 'user_roles', column: 'role_id', scope: [] }, filter, isLookup),

  location: (db, values, filter, isLookup) => {
    const scope = inScope(filter.scope, 'link.location_id');
    return linked(db, values, { table: 'user_locations', column: 'location_id', scope }, filter, isLookup);
  },

  state: (db, values, { scope }, isLookup) =>
    isLinked(
      sql`locations join user_locations as link on link.location_id = locations.id`,
      [isOneOf(db, 'locations.state', values, 'text'), ...inScope(scope, 'link.location_id')],
      isLookup,
    ),

  invitation: (db, values, filter, isLookup) =>
    filter.signIn.isInvitation(values, { isLookup, inOrder: readsInOrder(db, filter) }),

  last_sign_in: (_, values, { now }) =>
    anyOf(
      values.map((value) => {
        const never = sql`auth_users.last_sign_in_at is null`;
        if (value === 'never') return never;
        return sql`(${never} or auth_users.last_sign_in_at <= ${signInLimit(value, now)})`;
      }),
    ),

  second_factor: (_, values, { knowsFactors }) => {
    const exists = sql`exists (select 1 from auth_factors
      where auth_factors.user_id = users.id and auth_factors.status = 'verified')`;
    const known = knowsFactors ? values : [];
    return anyOf(known.map((value) => (value === noValue ? sql`not ${exists}` : exists)));
  },

  run: (db, values, { runs }) => isChangedByRun(db, 'users.id', values, runs),
};

/** Of `from`, which has a `link`. Starts from the links: a check of each user reads all of them, however few have one. */
function isLinked(
  from: RawBuilder<unknown>,
  where: RawBuilder<boolean>[],
  isLookup: boolean,
): RawBuilder<boolean> {
  const isTheirs = sql<boolean>`link.user_id = users.id`;
  if (isLookup) return sql`exists (select 1 from ${from} ${whereAll([isTheirs, ...where])})`;
  return sql`users.id in (select link.user_id from ${from} ${whereAll(where)})`;
}

interface Links {
  table: 'user_roles' | 'user_locations';
  column: string;
  scope: RawBuilder<boolean>[];
}

function linked(
  db: Queryable,
  values: readonly string[],
  { table, column, scope }: Links,
  filter: UserListFilter,
  isLookup: boolean,
): RawBuilder<boolean> {
  const ids = values.filter((value) => value !== noValue);
  const isNone = values.includes(noValue);
  const all = sql.table(table);
  const own = readsInOrder(db, filter) ? sql`(select user_id from ${all} order by user_id)` : all;
  return anyOf([
    ...(ids.length > 0
      ? [isLinked(sql`${all} as link`, [isOneOf(db, `link.${column}`, ids), ...scope], isLookup || isNone)]
      : []),
    ...(isNone ? [sql`not ${isLinked(sql`${own} as link`, scope, true)}`] : []),
  ]);
}

/** PostgreSQL overrates reading a whole index, and would hash all users and all of another table: three times the work. */
function readsInOrder(db: Queryable, { isCountOfAll }: UserListFilter): boolean {
  return Boolean(isCountOfAll) && db.dialect === 'postgres';
}

/** Of all users, only those without a link, or few, are left out: then no other condition is a better start. */
function passesMost({ scope, q, ids, filters }: UserListFilter): boolean {
  const fields = Object.entries(filters) as [UserFilterField, Filter][];
  return (
    scope.all &&
    !q &&
    !ids &&
    fields.every(([field, { isNot, values }]) => {
      if (field === 'status') return true;
      const isNone = !isNot && values.join() === noValue;
      if (field === 'invitation') return isNone;
      const isLink = field === 'role' || field === 'location';
      return isLink && (isNone || (isNot && !values.includes(noValue)));
    })
  );
}

function isJoined({ filters }: UserListFilter): boolean {
  return Boolean(filters.invitation || filters.last_sign_in);
}

function joins(filter: UserListFilter): RawBuilder<unknown> {
  return isJoined(filter) ? filter.signIn.joins : sql``;
}

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
    read: ({ where, order, value, limit }) => {
      // A number, not a parameter: for any limit, PostgreSQL prepares to read a tenth of the table, in parallel.
      const query = sql<PageRow>`
        select ${userColumns}, ${columns} ${isListed ? sql`` : sql`, ${value} as sort_value`} from users ${joins}
        ${whereAll([...matches(db, filter), ...where])} order by ${order} limit ${sql.lit(limit)}`;
      return read(db, filter, query, isUsualLimit(limit));
    },
  });
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
  const count = async (part: RawBuilder<boolean>[]) => {
    const where = [...matches(db, { ...filter, isCountOfAll: passesMost(filter) }), ...part];
    const query = sql<{ total: number }>`
      select count(*) as total from users ${joins(filter)} ${whereAll(where)}`;
    return (await read(db, filter, query))[0]?.total ?? 0;
  };
  const isInTransaction = !('readPrepared' in db);
  if (db.dialect === 'postgres' || !isJoined(filter) || isInTransaction) return count([]);
  // SQLite looks up one account after another, for a quarter of a second at 100,000 users: others are answered between.
  let total = 0;
  for (const part of eighths) {
    total += await count(part);
    await yieldToRequests();
  }
  return total;
}

/** Ids are random, so each eighth has as many. */
const eighths = ['', '2', '4', '6', '8', 'a', 'c', 'e'].map((from, index, all) => {
  const to = all[index + 1];
  return [sql<boolean>`users.id >= ${from}`, ...(to ? [sql<boolean>`users.id < ${to}`] : [])];
});

export async function listMatches(db: Queryable, filter: UserListFilter, limit: number) {
  const query = sql<Pick<ListedRow, 'id' | 'full_name' | 'email'>>`
    select users.id, users.full_name, users.email from users ${joins(filter)}
    ${whereAll(matches(db, filter))} order by users.sort_name, users.id limit ${limit}`;
  return (await query.execute(db)).rows;
}
