import { type RawBuilder, sql } from 'kysely';
import { isOneOf, whereAll } from '../platform/database/query.ts';
import { type Authorized, type Scope, scopeOf } from './access.ts';
import type { Queryable, Transaction } from './database/database.ts';

// Each statement that is limited to what its actor sees gets its condition here, in one of two forms: for lists it starts
// from the actor's locations, because checking each row costs more; for a row that is found by its id it looks at that.
//
// A user sees the locations of `user_locations` (assigned, or of a district: `followDistricts`), and those that they cover
// at this moment. Nothing is written when a cover starts or ends. An API token may be narrowed to some of them.
//
// A service account is a row of `users` without role, location, cover and sign-in, so joins with these never find it. What
// starts from `users` leaves it out by `isNoService`, which is part of the scope (checks/server-files.test.ts).

type Own = Extract<Scope, { all: false }>;

/** Whether a cover is on, of the table of this name. One that a user ended is over, whatever clocks say. */
export function isCoverOn(covers: string, at: string): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${covers}.${name}`);
  return sql`(${column('starts_at')} <= ${at} and ${column('ends_at')} > ${at}
    and ${column('ended_at')} is null)`;
}

/** Whether the user has no cover, on or to come. */
export function coversNothing(user: string, at: string): RawBuilder<boolean> {
  return sql`not exists (select 1 from covers where covers.user_id = ${sql.ref(user)} and covers.ends_at > ${at})`;
}

/** Without covers: they let a user see a location, and not let others see it, nor themselves for longer. */
export function withoutCovers(scope: Scope): Scope {
  return scope.all ? scope : { ...scope, coversNothing: true };
}

/** A location may be there twice. Without the union, lists cost a sixth less. */
function ownLocations({ user_id, at, coversNothing, within }: Own): RawBuilder<unknown> {
  if (within?.ofAll) return sql`(${locationsWithin(user_id, within)})`;
  const lasting = sql`select own.location_id from user_locations as own where own.user_id = ${user_id}`;
  const covered = sql`union all select cover.location_id from covers as cover
    where cover.user_id = ${user_id} and ${isCoverOn('cover', at)}`;
  const own = sql`(${lasting} ${coversNothing ? sql`` : covered})`;
  if (!within) return own;
  return sql`(select whole.location_id from ${own} as whole
    where whole.location_id in (${locationsWithin(user_id, within)}))`;
}

/** Of its districts those that are in them now. */
function locationsWithin(user_id: string, within: Within): RawBuilder<unknown> {
  const { locations, districts, isIts } = placesOf(user_id, within);
  return sql`select place.location_id from ${locations} as place where ${isIts}
    union all select locations.id from ${districts} as place
    join locations on locations.district_id = place.district_id where ${isIts}`;
}

type Within = NonNullable<Own['within']>;

/** A service account has its places for all of its tokens. */
function placesOf(user_id: string, { token_id, isService }: Within) {
  const of = isService ? 'service_account' : 'api_token';
  return {
    locations: sql.table(`${of}_locations`),
    districts: sql.table(`${of}_districts`),
    isIts: isService ? sql`place.user_id = ${user_id}` : sql`place.token_id = ${token_id}`,
  };
}

/** The ids of the districts that the actor has whole. */
export function ownDistricts({ user_id, within }: Own): RawBuilder<unknown> {
  const own = sql`select mine.district_id from user_districts as mine where mine.user_id = ${user_id}`;
  if (!within) return own;
  const { districts, isIts } = placesOf(user_id, within);
  const ofToken = sql`select place.district_id from ${districts} as place where ${isIts}`;
  return within.ofAll ? ofToken : sql`${own} and mine.district_id in (${ofToken})`;
}

/** The ids of the actor's locations, in order; null for all. */
export async function listOwnLocations(db: Queryable, scope: Scope): Promise<string[] | null> {
  if (scope.all) return null;
  const query = sql<{ location_id: string }>`select distinct location_id from ${ownLocations(scope)} as mine
    order by location_id`;
  return (await query.execute(db)).rows.map((row) => row.location_id);
}

/** The ids of the actor's locations that are in these districts now. */
export async function listOwnOfDistricts(
  db: Queryable,
  scope: Scope,
  district: readonly string[],
): Promise<string[]> {
  const where = [isOneOf(db, 'locations.district_id', district), ...inScope(scope, 'locations.id')];
  const query = sql<{ id: string }>`select locations.id from locations ${whereAll(where)}`;
  return (await query.execute(db)).rows.map(({ id }) => id);
}

/**
 * Writes to `user_locations` what districts give these users, or at these locations, and takes away what they give no more.
 * Call it after a change of a user's districts or assignments, or of a location's district. Lock the districts before: `for
 * share` when a user changes, `for update` when a location does (docs/architecture.md, lock order).
 */
export function followDistricts(
  tx: Transaction,
  { of, ids, at }: { of: 'user_id' | 'location_id'; ids: readonly string[]; at: string },
): void {
  if (ids.length === 0) return;
  const ended = sql`delete from user_locations where ${isOneOf(tx, `user_locations.${of}`, ids)} and not is_assigned
    and not exists (select 1 from locations join user_districts as held on held.district_id = locations.district_id
      where locations.id = user_locations.location_id and held.user_id = user_locations.user_id)`;
  const given = sql`insert into user_locations (user_id, location_id, created_at, granted_by, granted_by_name, is_assigned)
    select held.user_id, locations.id, ${atTime(tx, at)}, held.granted_by, held.granted_by_name, false
    from user_districts as held join locations on locations.district_id = held.district_id
    where ${isOneOf(tx, of === 'user_id' ? 'held.user_id' : 'locations.id', ids)}
    on conflict (user_id, location_id) do nothing`;
  tx.later(ended.execute(tx));
  tx.later(given.execute(tx));
}

/** As a value that is selected, PostgreSQL takes it for text. */
const atTime = ({ dialect }: Queryable, at: string) =>
  dialect === 'postgres' ? sql`${at}::timestamptz` : sql`${at}`;

/** Rows at the actor's locations. For `whereAll`; nothing for all locations. */
export function inScope(scope: Scope, column: string): RawBuilder<boolean>[] {
  return scope.all ? [] : [sql`${sql.ref(column)} in ${ownLocations(scope)}`];
}

/** `inScope` for one row. */
export function isInScope(scope: Scope, column: string): RawBuilder<boolean> {
  if (scope.all) return sql`true`;
  return sql`exists (select 1 from ${ownLocations(scope)} as mine where mine.location_id = ${sql.ref(column)})`;
}

/**
 * Service accounts all of whose locations and districts the actor has, by a column of their ids. What the actor only covers
 * does not count, because an account stays. For `whereAll`.
 */
export function servicesInScope(scope: Scope, column: string): RawBuilder<boolean>[] {
  if (scope.all) return [];
  const isIts = (table: string) =>
    sql`exists (select 1 from ${sql.table(table)} as place where place.user_id = ${sql.ref(column)}`;
  return [
    sql`(select known.scope from service_accounts as known where known.user_id = ${sql.ref(column)}) <> 'all'`,
    sql`not ${isIts('service_account_locations')} and not ${isInScope(withoutCovers(scope), 'place.location_id')})`,
    sql`not ${isIts('service_account_districts')} and place.district_id not in (${ownDistricts(scope)}))`,
  ];
}

/** Not a service account. By its id, because the indexes along which lists walk have it. */
export const isNoService = sql<boolean>`users.id not in (select service_accounts.user_id from service_accounts)`;

/**
 * Users who share a location with the actor, and the actor; without their past, only active ones. For `whereAll`.
 */
export function usersInScope(scope: Scope, column: string): RawBuilder<boolean>[] {
  const present = presentUsers(scope, column);
  if (scope.all) return present;
  // For each `union`, SQLite sorts all users once more.
  const isListed = sql<boolean>`${sql.ref(column)} in (
    select theirs.user_id from ${ownLocations(scope)} as mine
      join user_locations as theirs on theirs.location_id = mine.location_id
    union select others.user_id from (select ${scope.user_id} as user_id
      union all select theirs.user_id from ${ownLocations(scope)} as mine
        join covers as theirs on theirs.location_id = mine.location_id and ${isCoverOn('theirs', scope.at)}) as others)`;
  return [isListed, ...present];
}

/** `usersInScope` for one user. */
export function isUserInScope(scope: Scope, column: string): RawBuilder<boolean> {
  const present = presentUsers(scope, column);
  if (scope.all) return sql`(${sql.join([...present, sql`true`], sql` and `)})`;
  const id = sql.ref(column);
  const isShared = sql`(${id} = ${scope.user_id} or exists (
    select 1 from user_locations as theirs join ${ownLocations(scope)} as mine
      on mine.location_id = theirs.location_id where theirs.user_id = ${id})
    or exists (select 1 from covers as theirs join ${ownLocations(scope)} as mine
      on mine.location_id = theirs.location_id where theirs.user_id = ${id} and ${isCoverOn('theirs', scope.at)}))`;
  return sql`(${sql.join([...present, isShared], sql` and `)})`;
}

/**
 * No service accounts, and users who left for readers of their past only. Part of the scope, and for lists with a scope of
 * their own.
 */
export function presentUsers({ hidesPast }: Scope, column: string): RawBuilder<boolean>[] {
  // Without a subquery where the statement reads the row of the user. Service accounts have no links.
  if (column === 'users.id') return [isNoService, ...(hidesPast ? [sql<boolean>`users.is_active`] : [])];
  if (!hidesPast) return [];
  return [sql`${sql.ref(column)} in (select users.id from users where users.is_active)`];
}

/** A value of a user's past, such as their last sign-in: null for other readers. */
export function ofPast<T>({ hidesPast }: Scope, value: T): T | null {
  return hidesPast ? null : value;
}

/**
 * Read once for all actors with the same permissions until this process changes anything, at most for `maxMs`. Actors
 * with locations of their own have few rows, so theirs are read each time.
 */
export function remembered<T>(
  ctx: Authorized,
  name: string,
  maxMs: number,
  read: () => Promise<T>,
): Promise<T> {
  if (!scopeOf(ctx).all) return read();
  const permissions = [...ctx.actor.permissions].sort().join();
  return ctx.app.database.remember(`${name} ${permissions}`, maxMs, read);
}
