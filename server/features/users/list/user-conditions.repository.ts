import { type RawBuilder, sql } from 'kysely';
import type { Filter, Filters, UserFilterField } from '../../../../contract/lists/list-filters.ts';
import { noValue } from '../../../../contract/lists/list-filters.ts';
import { signInLimit } from '../../../../contract/user-list.ts';
import type { UserRow } from '../../../../contract/users.ts';
import type { Scope } from '../../../kernel/access.ts';
import type { Queryable } from '../../../kernel/database/database.ts';
import { anyOf, isOneOf, matchesSearch, whereAll } from '../../../kernel/database/query.ts';
import { isChangedByRun, type RunScope } from '../../../kernel/run-subjects.ts';
import { inScope, usersInScope } from '../../../kernel/scope.ts';

export interface SignInColumns extends Pick<UserRow, 'invitation' | 'last_sign_in_at'> {
  /** 0 or 1 on SQLite. */
  has_second_factor: boolean | number;
}

interface HowToFind {
  /** Looks at each user, and never starts from those that a filter finds. */
  isLookup: boolean;
  /** Along the index of ids, on PostgreSQL. */
  inOrder: boolean;
  /** The ids of the column that count. */
  isAmong: (column: string) => RawBuilder<boolean>[];
}

export interface UserListFilter {
  scope: Scope;
  q: string | undefined;
  filters: Filters<UserFilterField>;
  now: Date;
  signIn: {
    columns: RawBuilder<SignInColumns>;
    joins: RawBuilder<unknown>;
    isInvitation: (states: readonly string[], how: HowToFind) => RawBuilder<boolean>;
  };
  /** False when the actor may not know second factors: then no user matches a filter by them. */
  knowsFactors: boolean;
  runs: RunScope;
  ids?: readonly string[] | undefined;
  /** This member and the following ones are set below. */
  isCountOfAll?: boolean;
  /** Looks at each user, and never starts from those that a filter finds. */
  isLookup?: boolean;
  /** Only users with these ids. */
  among?: IdRange;
}

/** From an id on, and before the next one. Ids are random. */
interface IdRange {
  from: string;
  to?: string | undefined;
}

/** Each has as many ids. */
export const eighths: IdRange[] = ['', '2', '4', '6', '8', 'a', 'c', 'e'].map((from, index, all) => ({
  from,
  to: all[index + 1],
}));

function isAmong({ among }: UserListFilter, column: string): RawBuilder<boolean>[] {
  if (!among) return [];
  const id = sql.ref(column);
  return [sql`${id} >= ${among.from}`, ...(among.to ? [sql<boolean>`${id} < ${among.to}`] : [])];
}

export function matches(db: Queryable, filter: UserListFilter): RawBuilder<boolean>[] {
  const { scope, q, filters, ids, isLookup = false } = filter;
  const fields = Object.entries(filters) as [UserFilterField, Filter][];
  return [
    ...usersInScope(scope, 'users.id'),
    ...isAmong(filter, 'users.id'),
    ...(ids ? [isOneOf(db, 'users.id', ids)] : []),
    ...(q ? matchesSearch(q, { key: sql.raw<string>('users.search') }) : []),
    ...fields.map(([field, { isNot, values }]) => {
      // PostgreSQL would compare each user with all of a set that is `not in`, when it exceeds the memory for sets.
      const condition = conditions[field](db, values, { ...filter, isLookup: isNot || isLookup });
      return isNot ? sql<boolean>`not ${condition}` : condition;
    }),
  ];
}

type Condition = (db: Queryable, values: readonly string[], filter: UserListFilter) => RawBuilder<boolean>;

/** Never null, because `not null` is null. */
const conditions: Record<UserFilterField, Condition> = {
  status: (_, values) => anyOf(values.map((value) => sql`users.is_active = ${value === 'active'}`)),

  role: (db, values, filter) =>
    linked(db, values, { table: 'user_roles', column: 'role_id', scope: [] }, filter),

  location: (db, values, filter) => {
    const scope = inScope(filter.scope, 'link.location_id');
    return linked(db, values, { table: 'user_locations', column: 'location_id', scope }, filter);
  },

  state: (db, values, { among: _, ...filter }) =>
    isLinked(
      sql`locations join user_locations as link on link.location_id = locations.id`,
      [isOneOf(db, 'locations.state', values, 'text'), ...inScope(filter.scope, 'link.location_id')],
      filter,
    ),

  invitation: (db, values, filter) =>
    filter.signIn.isInvitation(values, {
      isLookup: Boolean(filter.isLookup),
      inOrder: readsInOrder(db, filter),
      isAmong: (column) => isAmong(filter, column),
    }),

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
  filter: UserListFilter,
): RawBuilder<boolean> {
  const isTheirs = sql<boolean>`link.user_id = users.id`;
  if (filter.isLookup) return sql`exists (select 1 from ${from} ${whereAll([isTheirs, ...where])})`;
  return sql`users.id in (select link.user_id from ${from} ${whereAll([...where, ...isAmong(filter, 'link.user_id')])})`;
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
): RawBuilder<boolean> {
  const ids = values.filter((value) => value !== noValue);
  const isNone = values.includes(noValue);
  const all = sql.table(table);
  const own = readsInOrder(db, filter) ? sql`(select user_id from ${all} order by user_id)` : all;
  const lookup = { ...filter, isLookup: true };
  return anyOf([
    ...(ids.length > 0
      ? [
          isLinked(
            sql`${all} as link`,
            [isOneOf(db, `link.${column}`, ids), ...scope],
            isNone ? lookup : filter,
          ),
        ]
      : []),
    ...(isNone ? [sql`not ${isLinked(sql`${own} as link`, scope, lookup)}`] : []),
  ]);
}

/** PostgreSQL overrates reading a whole index, and would hash all users and all of another table: three times the work. */
function readsInOrder(db: Queryable, { isCountOfAll }: UserListFilter): boolean {
  return Boolean(isCountOfAll) && db.dialect === 'postgres';
}

/** Of all users, only those without a link, or few, are left out: then no other condition is a better start. */
export function passesMost({ scope, q, ids, filters }: UserListFilter): boolean {
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

export function isJoined({ filters }: UserListFilter): boolean {
  return Boolean(filters.invitation || filters.last_sign_in);
}

/** Filters look at the links of each user, unless something else says which users are looked at. */
export function looksAtLinks({ scope, q, ids, filters }: UserListFilter): boolean {
  return scope.all && !q && !ids && Object.keys(filters).some((field) => field !== 'status');
}

/** A filter finds its users by itself. */
export function startsFromFound({ filters }: UserListFilter): boolean {
  const fields = Object.entries(filters) as [UserFilterField, Filter][];
  return fields.some(([field, { isNot, values }]) => {
    if (isNot) return false;
    if (field === 'role' || field === 'location') return !values.includes(noValue);
    return field === 'state' || field === 'run';
  });
}

export function joins(filter: UserListFilter): RawBuilder<unknown> {
  return isJoined(filter) ? filter.signIn.joins : sql``;
}
