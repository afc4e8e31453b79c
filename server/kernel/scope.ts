import { type RawBuilder, sql } from 'kysely';
import { type Authorized, type Scope, scopeOf } from './access.ts';
import type { Queryable } from './database/database.ts';

// Each statement that is limited to what its actor sees gets its condition here, in one of two forms: for lists it starts
// from the actor's locations, because checking each row costs more; for a row that is found by its id it looks at that.

type Own = Extract<Scope, { all: false }>;

const ownLocations = ({ user_id }: Own) =>
  sql`(select own.location_id from user_locations as own where own.user_id = ${user_id})`;

/** The ids of the actor's locations, in order; null for all. */
export async function listOwnLocations(db: Queryable, scope: Scope): Promise<string[] | null> {
  if (scope.all) return null;
  const query = db.selectFrom('user_locations').select('location_id').where('user_id', '=', scope.user_id);
  return (await query.orderBy('location_id').execute()).map((row) => row.location_id);
}

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
 * Users who share a location with the actor, and the actor; without their past, only active ones. For `whereAll`;
 * nothing for a reader of all.
 */
export function usersInScope(scope: Scope, column: string): RawBuilder<boolean>[] {
  const present = presentUsers(scope, column);
  if (scope.all) return present;
  const isListed = sql<boolean>`${sql.ref(column)} in (
    select theirs.user_id from ${ownLocations(scope)} as mine
      join user_locations as theirs on theirs.location_id = mine.location_id
    union select ${scope.user_id})`;
  return [isListed, ...present];
}

/** `usersInScope` for one user. */
export function isUserInScope(scope: Scope, column: string): RawBuilder<boolean> {
  const present = presentUsers(scope, column);
  if (scope.all) return present[0] ?? sql`true`;
  const id = sql.ref(column);
  const isShared = sql`(${id} = ${scope.user_id} or exists (
    select 1 from user_locations as theirs join ${ownLocations(scope)} as mine
      on mine.location_id = theirs.location_id where theirs.user_id = ${id}))`;
  return sql`(${sql.join([...present, isShared], sql` and `)})`;
}

/** Users who left are for readers of their past. Part of the scope, and for lists with a scope of their own. */
export function presentUsers({ hidesPast }: Scope, column: string): RawBuilder<boolean>[] {
  if (!hidesPast) return [];
  // Without a subquery where the statement reads the row of the user.
  if (column === 'users.id') return [sql`users.is_active`];
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
