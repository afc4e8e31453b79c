import { sql } from 'kysely';
import type { Permission } from '../../../contract/access/permissions.ts';
import type { AuditAction } from '../../../contract/audit.ts';
import type { Scope } from '../../kernel/access.ts';
import type { Queryable } from '../../kernel/database/database.ts';
import { inScope } from '../../kernel/scope.ts';
import { anyOf, isOneOf } from '../../platform/database/query.ts';
import type { Cover, Entry } from './undo.pure.ts';

/** Null for an empty log. */
export async function findBeginning(db: Queryable): Promise<string | null> {
  const oldest = db.selectFrom('audit_entries').select('at').orderBy('at').orderBy('id').limit(1);
  return (await oldest.executeTakeFirst())?.at ?? null;
}

const sees: Permission = 'locations.read';
const seesAll: Permission = 'locations.all';

export async function listRoles(db: Queryable) {
  const allows = (permission: Permission) => sql<number>`case when exists (select 1 from role_permissions
    where role_permissions.role_id = roles.id and role_permissions.permission = ${permission}) then 1 else 0 end`;
  return db
    .selectFrom('roles')
    .select(['id', 'name', 'requires_second_factor', allows(sees).as('sees'), allows(seesAll).as('sees_all')])
    .execute();
}

export function listDistricts(db: Queryable) {
  return db.selectFrom('districts').select(['id', 'name']).execute();
}

export function listUsers(db: Queryable, ids: readonly string[]) {
  const apps = sql<number>`(select count(*) from auth_factors where auth_factors.user_id = users.id
    and auth_factors.status = 'verified' and auth_factors.factor_type = 'totp')`;
  return db
    .selectFrom('users')
    .leftJoin('auth_users', 'auth_users.id', 'users.id')
    .select([
      'users.id',
      'users.full_name',
      'users.email',
      'users.is_active',
      'auth_users.email_confirmed_at',
    ])
    .select(apps.as('apps'))
    .where(isOneOf(db, 'users.id', ids))
    .execute();
}

const grant = ['user_id', 'created_at', 'granted_by', 'granted_by_name'] as const;

export function listRoleGrants(db: Queryable, userIds: readonly string[]) {
  return db
    .selectFrom('user_roles')
    .select([...grant, 'role_id as id'])
    .where(isOneOf(db, 'user_id', userIds))
    .execute();
}

export function listDistrictGrants(db: Queryable, of: 'user_id' | 'district_id', ids: readonly string[]) {
  return db
    .selectFrom('user_districts')
    .select([...grant, 'district_id as id'])
    .where(isOneOf(db, of, ids))
    .execute();
}

/** Assigned ones. */
export function listAssignments(db: Queryable, of: 'user_id' | 'location_id', id: string) {
  return db
    .selectFrom('user_locations')
    .select([...grant, 'location_id as id'])
    .where(of, '=', id)
    .where('is_assigned', '=', true)
    .execute();
}

export async function listHolderIds(db: Queryable, roleIds: readonly string[]): Promise<string[]> {
  const holders = db
    .selectFrom('user_roles')
    .select('user_id')
    .where(isOneOf(db, 'role_id', roleIds));
  return (await holders.execute()).map((row) => row.user_id);
}

/** That were on at some moment of these, of which the end is included. */
export async function listCovers(
  db: Queryable,
  of: 'user_id' | 'location_id',
  id: string,
  { start, end }: { start: string; end: string },
): Promise<Cover[]> {
  const rows = await db
    .selectFrom('covers')
    .select([...grant, 'location_id', 'starts_at', 'ends_at', 'ended_at'])
    .where(of, '=', id)
    .where('starts_at', '<=', end)
    .where('ends_at', '>', start)
    .execute();
  return rows.map(({ user_id, location_id, created_at, granted_by, granted_by_name, ...cover }) => {
    const { starts_at, ends_at, ended_at } = cover;
    const until = ended_at !== null && ended_at < ends_at ? ended_at : ends_at;
    return { user_id, location_id, at: created_at, granted_by, granted_by_name, from: starts_at, until };
  });
}

/** With their districts: those with these ids or in these districts, in scope. */
export function listLocations(
  db: Queryable,
  scope: Scope,
  { ids, districtIds }: { ids: readonly string[]; districtIds: readonly string[] },
) {
  return db
    .selectFrom('locations')
    .select(['id', 'name', 'district_id', 'time_zone', 'created_at'])
    .where(anyOf([isOneOf(db, 'id', ids), isOneOf(db, 'district_id', districtIds)]))
    .where((eb) => eb.and(inScope(scope, 'locations.id')))
    .execute();
}

type EntryRow = Omit<Entry, 'links'>;

const columns = sql`entry.id, entry.at, entry.action, entry.subject_id, entry.subject_name, entry.actor_id,
  entry.actor_name, entry.via, entry.details`;
const newestFirst = sql`order by entry.at desc, entry.id desc`;

/** What gave a location to users and took it from them, newest first. */
export async function listChangesAt(db: Queryable, location_id: string): Promise<Entry[]> {
  const query = sql<EntryRow & { location_name: string; change: 'added' | 'removed' }>`
    select ${columns}, link.location_name, link.change
    from audit_entry_locations as link join audit_entries as entry on entry.id = link.entry_id
    where link.location_id = ${location_id} and link.change is not null and entry.action like 'user.%'
    ${newestFirst}`;
  return (await query.execute(db)).rows.map(({ location_name, change, ...entry }) => {
    return { ...entry, links: [{ location_id, location_name, change }] };
  });
}

/** The covers of users who were deleted, oldest first. */
export async function listCoverEntries(db: Queryable, location_id: string): Promise<Entry[]> {
  const query = sql<EntryRow & { location_name: string }>`select ${columns}, link.location_name
    from audit_entry_locations as link join audit_entries as entry on entry.id = link.entry_id
    where link.location_id = ${location_id} and link.change is not null and entry.action like 'cover.%'
      and not exists (select 1 from users where users.id = entry.subject_id)
    order by entry.at, entry.id`;
  return (await query.execute(db)).rows.map(({ location_name, ...entry }) => {
    return { ...entry, links: [{ location_id, location_name, change: null }] };
  });
}

interface Wanted {
  actions: readonly AuditAction[];
  from?: string;
  subjects?: readonly string[];
}

/** Newest first, without links. Those of users are found by their actions: their sign-ins are many more. */
export async function listEntries(db: Queryable, { actions, from, subjects }: Wanted): Promise<Entry[]> {
  const isOf =
    subjects && isOneOf(db, db.dialect === 'sqlite' ? '+entry.subject_id' : 'entry.subject_id', subjects);
  // An edit of something else.
  const isNeeded = sql`(entry.action <> 'user.updated' or ${has(db, ['is_active'])})`;
  const query = sql<EntryRow>`select ${columns} from audit_entries as entry
    where ${isOneOf(db, 'entry.action', actions, 'text')} and ${isNeeded}
      ${from === undefined ? sql`` : sql`and entry.at >= ${from}`} ${isOf ? sql`and ${isOf}` : sql``}
    ${newestFirst}`;
  return (await query.execute(db)).rows.map((entry) => ({ ...entry, links: [] }));
}

/** All of one user, newest first, with the locations that they gave and took. */
export async function listEntriesOf(
  db: Queryable,
  subject_id: string,
  actions: readonly string[],
): Promise<Entry[]> {
  const isOne = sql`entry.subject_id = ${subject_id} and ${isOneOf(db, 'entry.action', actions, 'text')}`;
  const entries = await sql<EntryRow>`select ${columns} from audit_entries as entry where ${isOne}
    ${newestFirst}`.execute(db);
  const links = await sql<Entry['links'][number] & { entry_id: string }>`
    select link.entry_id, link.location_id, link.location_name, link.change
    from audit_entries as entry join audit_entry_locations as link on link.entry_id = entry.id
    where ${isOne} and link.change is not null`.execute(db);
  const byEntry = Map.groupBy(links.rows, (link) => link.entry_id);
  return entries.rows.map((entry) => ({ ...entry, links: byEntry.get(entry.id) ?? [] }));
}

/** The users of entries whose details have one of these names. */
export async function listSubjectsNaming(
  db: Queryable,
  { actions, from }: Required<Pick<Wanted, 'actions' | 'from'>>,
  names: readonly string[],
): Promise<string[]> {
  if (names.length === 0) return [];
  const query = sql<{ subject_id: string }>`select distinct entry.subject_id from audit_entries as entry
    where ${isOneOf(db, 'entry.action', actions, 'text')} and entry.at >= ${from}
      and entry.subject_id is not null and ${has(db, names)}`;
  return (await query.execute(db)).rows.map((row) => row.subject_id);
}

/** As a text of its JSON, where it is quoted. */
function has(db: Queryable, texts: readonly string[]) {
  const details = db.dialect === 'sqlite' ? sql`entry.details` : sql`entry.details::text`;
  const position = sql.raw(db.dialect === 'sqlite' ? 'instr' : 'strpos');
  return anyOf(texts.map((text) => sql`${position}(${details}, ${JSON.stringify(text)}) > 0`));
}
