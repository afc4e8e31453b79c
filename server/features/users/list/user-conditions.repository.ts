import { type RawBuilder, sql } from 'kysely';
import {
  type Filter,
  type Filters,
  noValue,
  type UserFilterField,
} from '../../../../contract/lists/list-filters.ts';
import type { UserRow } from '../../../../contract/users.ts';
import type { Scope } from '../../../kernel/access.ts';
import type { Queryable } from '../../../kernel/database/database.ts';
import { conditionsOf } from '../../../kernel/lists.ts';
import { isChangedByRun, type RunScope } from '../../../kernel/run-subjects.ts';
import { inScope, usersInScope } from '../../../kernel/scope.ts';
import { anyOf, isOneOf, whereAll } from '../../../platform/database/query.ts';

export interface SignInColumns extends Pick<UserRow, 'invitation' | 'last_sign_in_at'> {
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
    isInvitation: (states: readonly string[], isLookup: boolean) => RawBuilder<boolean>;
  };
  /** False when the actor may not know second factors: then no user matches a filter by them. */
  knowsFactors: boolean;
  runs: RunScope;
  ids?: readonly string[] | undefined;
}

export const searched = {
  key: 'users.search',
  number: 'users.employee_number_key',
  name: 'coalesce(users.sort_name, users.email_key)',
};

/** With `isLookup` filters look at each user, and never start from those whom they find. */
export function matches(db: Queryable, filter: UserListFilter, isLookup = false): RawBuilder<boolean>[] {
  return [
    ...usersInScope(filter.scope, 'users.id'),
    ...conditionsOf(db, { table: 'users', searched }, filter, (field, values, isNot) =>
      // PostgreSQL would compare each user with all of a set that is `not in`, when it exceeds the memory for sets.
      conditions[field](db, values, filter, isNot || isLookup),
    ),
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

  role: (db, values, _, isLookup) =>
    linked(db, values, { table: 'user_roles', column: 'role_id', scope: [] }, isLookup),

  location: (db, values, filter, isLookup) => {
    const scope = inScope(filter.scope, 'link.location_id');
    return linked(db, values, { table: 'user_locations', column: 'location_id', scope }, isLookup);
  },

  district: (db, values, filter, isLookup) =>
    atLocations(isOneOf(db, 'locations.district_id', values), filter, isLookup),

  state: (db, values, filter, isLookup) =>
    atLocations(isOneOf(db, 'locations.state', values, 'text'), filter, isLookup),

  invitation: (_, values, { signIn }, isLookup) => signIn.isInvitation(values, isLookup),

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
  return isLookup
    ? sql`exists (select 1 from ${from} ${whereAll([isTheirs, ...where])})`
    : sql`users.id in (select link.user_id from ${from} ${whereAll(where)})`;
}

/** Users at some of these locations. */
function atLocations(
  which: RawBuilder<boolean>,
  { scope }: UserListFilter,
  isLookup: boolean,
): RawBuilder<boolean> {
  const from = sql`locations join user_locations as link on link.location_id = locations.id`;
  return isLinked(from, [which, ...inScope(scope, 'link.location_id')], isLookup);
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
  isLookup: boolean,
): RawBuilder<boolean> {
  const ids = values.filter((value) => value !== noValue);
  const isNone = values.includes(noValue);
  const links = sql`${sql.table(table)} as link`;
  return anyOf([
    ...(ids.length > 0
      ? [isLinked(links, [isOneOf(db, `link.${column}`, ids), ...scope], isLookup || isNone)]
      : []),
    ...(isNone ? [sql`not ${isLinked(links, scope, true)}`] : []),
  ]);
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
    // Few users besides those with a waiting invitation.
    if (field === 'invitation') return values.every((value) => value !== 'joined' && value !== noValue);
    return field === 'district' || field === 'state' || field === 'run';
  });
}

export function joins(filter: UserListFilter): RawBuilder<unknown> {
  return isJoined(filter) ? filter.signIn.joins : sql``;
}

const dayMs = 86_400_000;

function signInLimit(days: string, now: Date): string {
  return new Date(now.getTime() - Number(days) * dayMs).toISOString();
}
