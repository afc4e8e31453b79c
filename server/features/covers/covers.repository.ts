import { sql } from 'kysely';
import type { Permission } from '../../../contract/access/permissions.ts';
import type { Scope } from '../../kernel/access.ts';
import { insertOf, type Queryable, type Transaction } from '../../kernel/database/database.ts';
import type { CoversTable, LocationsTable, UsersTable } from '../../kernel/database/schema.ts';
import { hearsAsManager } from '../../kernel/managers.ts';
import { isInScope, isUserInScope, withoutCovers } from '../../kernel/scope.ts';
import { isOneOf, whereAll } from '../../platform/database/query.ts';

/** What the actor sees and may grant. */
export interface Viewer {
  user_id: string | null;
  scope: Scope;
  permissions: readonly Permission[];
  at: string;
}

const isHigher = (db: Queryable, { permissions }: Viewer) =>
  sql<boolean>`exists (select 1 from user_roles join role_permissions on role_permissions.role_id = user_roles.role_id
    where user_roles.user_id = users.id
      and not ${isOneOf(db, 'role_permissions.permission', permissions, 'text')})`;

const isLasting = ({ scope }: Viewer, column: string) => isInScope(withoutCovers(scope), column);

const isOpen = (at: string) => sql<boolean>`(covers.ended_at is null and covers.ends_at > ${at})`;

type Columns = 'id' | 'user_id' | 'location_id' | 'starts_at' | 'ends_at' | 'ended_at' | 'reason';

export interface CoverRow
  extends Pick<CoversTable, Columns | 'created_at' | 'granted_by' | 'granted_by_name'>,
    Pick<UsersTable, 'full_name' | 'email' | 'is_active'>,
    Pick<LocationsTable, 'time_zone' | 'closed_on'> {
  location_name: string;
  is_higher: boolean;
  is_lasting: boolean;
}

/** Of users in scope; of others only what is to come, and what the actor has ended. */
const isSeen = ({ scope, user_id, at }: Viewer) =>
  sql<boolean>`(covers.starts_at > ${at} or covers.ended_by = ${user_id} or ${isUserInScope(scope, 'covers.user_id')})`;

export interface Filter {
  ids?: readonly string[] | undefined;
  user_id?: string | undefined;
  location_id?: string | undefined;
  /** Users of whom a deactivation ends them. */
  ended_with?: readonly string[] | undefined;
  /** Also those that were over since then. */
  since?: string | undefined;
  /** At locations in scope or not. */
  isOwn?: true;
  /** The user changes, and may leave the scope by that. */
  isChanging?: true;
}

/** The first to end come first. */
export async function listCovers(
  db: Queryable,
  viewer: Viewer,
  { ids, user_id, location_id, ended_with, since, isOwn, isChanging }: Filter,
  limit: number,
): Promise<CoverRow[]> {
  const query = sql<CoverRow>`
    select covers.id, covers.user_id, covers.location_id, covers.starts_at, covers.ends_at, covers.ended_at, covers.reason,
      covers.created_at, covers.granted_by, covers.granted_by_name, users.full_name, users.email, users.is_active,
      locations.name as location_name, locations.time_zone, locations.closed_on,
      ${isHigher(db, viewer)} as is_higher, ${isLasting(viewer, 'covers.location_id')} as is_lasting
    from covers join users on users.id = covers.user_id join locations on locations.id = covers.location_id
    ${whereAll([
      ...(ids ? [isOneOf(db, 'covers.id', ids)] : [since ? isOverSince(since) : isOpen(viewer.at)]),
      ...(user_id ? [sql`covers.user_id = ${user_id}`] : []),
      ...(location_id ? [sql`covers.location_id = ${location_id}`] : []),
      ...(ended_with ? [isEndedWith(db, ended_with, viewer.at)] : []),
      ...(isOwn ? [] : [isInScope(viewer.scope, 'covers.location_id')]),
      ...(isOwn || isChanging ? [] : [isSeen(viewer)]),
    ])}
    order by covers.ends_at, covers.id limit ${limit}`;
  const { rows } = await query.execute(db);
  return rows.map((row) => ({
    ...row,
    ...{ is_higher: Boolean(row.is_higher), is_lasting: Boolean(row.is_lasting) },
  }));
}

const isOverSince = (since: string) => sql<boolean>`(covers.ends_at > ${since} and
  (covers.ended_at is null or covers.ended_at > ${since}))`;

export interface Receiver extends Pick<UsersTable, 'id' | 'full_name' | 'email' | 'is_active'> {
  is_higher: boolean;
}

/** Null out of scope. */
export async function findReceiver(db: Queryable, viewer: Viewer, id: string): Promise<Receiver | null> {
  const query = sql<Receiver>`select users.id, users.full_name, users.email, users.is_active,
      ${isHigher(db, viewer)} as is_higher
    from users where users.id = ${id} and ${isUserInScope(viewer.scope, 'users.id')}`;
  const [row] = (await query.execute(db)).rows;
  return row ? { ...row, is_higher: Boolean(row.is_higher) } : null;
}

export interface PlaceRow extends Pick<LocationsTable, 'id' | 'name' | 'closed_on' | 'time_zone'> {
  is_lasting: boolean;
  is_held: boolean;
}

/** Those in scope, by name. */
export async function listPlaces(
  db: Queryable,
  viewer: Viewer,
  user_id: string,
  ids: readonly string[],
): Promise<PlaceRow[]> {
  const isHeld = sql<boolean>`exists (select 1 from user_locations as held
    where held.user_id = ${user_id} and held.location_id = locations.id)`;
  const query = sql<PlaceRow>`select locations.id, locations.name, locations.closed_on, locations.time_zone,
      ${isLasting(viewer, 'locations.id')} as is_lasting, ${isHeld} as is_held
    from locations where ${isOneOf(db, 'locations.id', ids)} and ${isInScope(viewer.scope, 'locations.id')}
    order by locations.search, locations.id`;
  const { rows } = await query.execute(db);
  return rows.map((row) => ({
    ...row,
    ...{ is_lasting: Boolean(row.is_lasting), is_held: Boolean(row.is_held) },
  }));
}

export type OpenCover = Pick<CoversTable, 'id' | 'location_id' | 'starts_at' | 'ends_at'>;

/** Of a user at these locations, in scope or not. */
export async function listOpen(
  db: Queryable,
  { user_id, location_ids, at }: { user_id: string; location_ids: readonly string[]; at: string },
): Promise<OpenCover[]> {
  const query = sql<OpenCover>`select covers.id, covers.location_id, covers.starts_at, covers.ends_at from covers
    where covers.user_id = ${user_id} and ${isOpen(at)} and ${isOneOf(db, 'covers.location_id', location_ids)}`;
  return (await query.execute(db)).rows;
}

export function insertCover(tx: Transaction, row: CoversTable): void {
  tx.later(insertOf('covers', row).execute(tx));
}

export function updateCover(tx: Transaction, id: string, changes: Partial<CoversTable>): void {
  tx.later(tx.updateTable('covers').set(changes).where('id', '=', id).execute());
}

/** Of those that nobody ended meanwhile. */
export async function endCovers(
  tx: Transaction,
  ids: readonly string[],
  ended: Pick<CoversTable, 'ended_at' | 'ended_by' | 'ended_by_name' | 'reported_end_at'>,
): Promise<ReadonlySet<string>> {
  const query = tx
    .updateTable('covers')
    .set(ended)
    .where(isOneOf(tx, 'id', ids));
  const rows = await query.where('ended_at', 'is', null).returning('id').execute();
  return new Set(rows.map(({ id }) => id));
}

type Reported = 'user_id' | 'granted_by' | 'reported_start_at' | 'reminded_at';

export interface NamedCover extends OpenCover, Pick<CoversTable, Reported> {
  full_name: string | null;
  email: string;
  location_name: string;
  time_zone: string;
}

const named = sql`select covers.id, covers.user_id, covers.location_id, covers.starts_at, covers.ends_at, covers.granted_by,
    covers.reported_start_at, covers.reminded_at, users.full_name, users.email, locations.name as location_name,
    locations.time_zone
  from covers join users on users.id = covers.user_id join locations on locations.id = covers.location_id`;

/** Their own, and those that they granted and that have not started. */
const isEndedWith = (db: Queryable, user_ids: readonly string[], at: string) =>
  sql<boolean>`(${isOneOf(db, 'covers.user_id', user_ids)}
    or (${isOneOf(db, 'covers.granted_by', user_ids)} and covers.starts_at > ${at}))`;

/** In scope or not. */
export async function listEndedWith(db: Queryable, user_id: string, at: string): Promise<NamedCover[]> {
  const query = sql<NamedCover>`${named} where covers.reported_end_at is null and ${isOpen(at)}
    and ${isEndedWith(db, [user_id], at)}
    order by covers.user_id, covers.id`;
  return (await query.execute(db)).rows;
}

/** What the audit log and the reminders do not have yet. */
const isDue = (
  at: string,
  soon: string,
) => sql<boolean>`(covers.reported_end_at is null and (covers.ends_at <= ${at}
  or (covers.reported_start_at is null and covers.starts_at <= ${at})
  or (covers.reminded_at is null and covers.starts_at <= ${at} and covers.ends_at <= ${soon})))`;

export async function listDueUsers(db: Queryable, at: string, soon: string): Promise<string[]> {
  const query = sql<{ user_id: string }>`select distinct covers.user_id from covers where ${isDue(at, soon)}
    order by covers.user_id`;
  return (await query.execute(db)).rows.map((row) => row.user_id);
}

export async function listDue(
  db: Queryable,
  user_id: string,
  at: string,
  soon: string,
): Promise<NamedCover[]> {
  const query = sql<NamedCover>`${named} where covers.user_id = ${user_id} and ${isDue(at, soon)}
    order by covers.starts_at, covers.id`;
  return (await query.execute(db)).rows;
}

export async function listManagerIds(db: Queryable, location_id: string): Promise<string[]> {
  const query = sql<{ user_id: string }>`select links.user_id from user_locations as links
    where links.location_id = ${location_id} and ${hearsAsManager('links.user_id', 'links.location_id')}`;
  return (await query.execute(db)).rows.map((row) => row.user_id);
}

export function findNames(db: Queryable, id: string) {
  return db
    .selectFrom('covers')
    .innerJoin('users', 'users.id', 'covers.user_id')
    .innerJoin('locations', 'locations.id', 'covers.location_id')
    .select(['users.full_name', 'users.email', 'locations.name as location_name'])
    .where('covers.id', '=', id)
    .executeTakeFirst();
}
