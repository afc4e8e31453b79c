import { type RawBuilder, sql } from 'kysely';
import type { Permission } from '../../../contract/access/permissions.ts';
import type { AuditAction } from '../../../contract/audit.ts';
import type { Scope } from '../../kernel/access.ts';
import type { Queryable } from '../../kernel/database/database.ts';
import type { UsersTable } from '../../kernel/database/schema.ts';
import { inScope } from '../../kernel/scope.ts';
import { anyOf, isOneOf, whereAll } from '../../platform/database/query.ts';
import type { Cover, Entry, Grant, PastUser, Role } from './undo.pure.ts';

/** Null for an empty log. */
export async function findBeginning(db: Queryable): Promise<string | null> {
  const oldest = db.selectFrom('audit_entries').select('at').orderBy('at').orderBy('id').limit(1);
  return (await oldest.executeTakeFirst())?.at ?? null;
}

/** Booleans are 0 or 1 on SQLite. */
export async function listRoles(db: Queryable): Promise<Role[]> {
  const allows = (permission: Permission) => sql`exists (select 1 from role_permissions
    where role_permissions.role_id = roles.id and role_permissions.permission = ${permission})`;
  const query = sql<Role>`select id, name, requires_second_factor as "requiresFactor",
    ${allows('locations.read')} as sees, ${allows('locations.all')} as "seesAll" from roles`;
  return (await query.execute(db)).rows;
}

export function listDistricts(db: Queryable) {
  return db.selectFrom('districts').select(['id', 'name']).execute();
}

type UserRow = Pick<PastUser, 'id' | 'isActive' | 'joinedAt' | 'apps'> &
  Pick<UsersTable, 'full_name' | 'email'>;

export async function listUsers(db: Queryable, ids: readonly string[]): Promise<UserRow[]> {
  const query = sql<UserRow>`select users.id, users.full_name, users.email, users.is_active as "isActive",
      auth_users.email_confirmed_at as "joinedAt", (select count(*) from auth_factors where auth_factors.user_id = users.id
        and auth_factors.status = 'verified' and auth_factors.factor_type = 'totp') as apps
    from users left join auth_users on auth_users.id = users.id where ${isOneOf(db, 'users.id', ids)}`;
  return (await query.execute(db)).rows;
}

const grants = {
  role: { table: 'user_roles', column: 'role_id' },
  district: { table: 'user_districts', column: 'district_id' },
  location: { table: 'user_locations', column: 'location_id' },
} as const;

export interface GrantRow extends Grant {
  user_id: string;
  /** Of the role, district or location. */
  id: string;
}

/** What these users have, or who has these. Locations that are assigned. */
export async function listGrants(
  db: Queryable,
  what: keyof typeof grants,
  of: 'user_id' | 'id',
  ids: readonly string[],
): Promise<GrantRow[]> {
  const { table, column } = grants[what];
  const isOf = isOneOf(db, of === 'id' ? column : 'user_id', ids);
  const query = sql<GrantRow>`
    select user_id, ${sql.ref(column)} as id, created_at as at, granted_by, granted_by_name from ${sql.table(table)}
    ${whereAll([isOf, ...(what === 'location' ? [sql<boolean>`is_assigned`] : [])])}`;
  return (await query.execute(db)).rows;
}

/** That were on at some moment of these. */
export async function listCovers(
  db: Queryable,
  of: 'user_id' | 'location_id',
  id: string,
  { start, end }: { start: string; end: string },
): Promise<Cover[]> {
  const query = sql<Cover>`
    select user_id, location_id, created_at as at, granted_by, granted_by_name, starts_at as "from",
      case when ended_at < ends_at then ended_at else ends_at end as until
    from covers where ${sql.ref(of)} = ${id} and starts_at < ${end} and ends_at > ${start}`;
  return (await query.execute(db)).rows;
}

/** With their districts: those with these ids or in these districts, in scope. */
export function listLocations(
  db: Queryable,
  scope: Scope,
  { ids, districtIds = [] }: { ids: readonly string[]; districtIds?: readonly string[] },
) {
  return db
    .selectFrom('locations')
    .select(['id', 'name', 'district_id', 'time_zone', 'created_at'])
    .where(anyOf([isOneOf(db, 'id', ids), isOneOf(db, 'district_id', districtIds)]))
    .where((eb) => eb.and(inScope(scope, 'locations.id')))
    .execute();
}

type EntryRow = Omit<Entry, 'links'>;
type Link = Entry['links'][number];

const columns = sql`entry.id, entry.at, entry.action, entry.subject_id, entry.subject_name, entry.actor_id,
  entry.actor_name, entry.via, entry.details`;
const newestFirst = sql`order by entry.at desc, entry.id desc`;

/** What gave a location to users and took it from them, newest first; of covers, those of users who were deleted. */
export async function listEntriesAt(
  db: Queryable,
  location_id: string,
  about: 'user' | 'cover',
): Promise<Entry[]> {
  const isOf = {
    user: sql`entry.action like 'user.%'`,
    cover: sql`entry.action like 'cover.%'
      and not exists (select 1 from users where users.id = entry.subject_id)`,
  };
  const query = sql<EntryRow & Link>`select ${columns}, link.location_id, link.change
    from audit_entry_locations as link join audit_entries as entry on entry.id = link.entry_id
    where link.location_id = ${location_id} and link.change is not null and ${isOf[about]} ${newestFirst}`;
  return (await query.execute(db)).rows.map(({ location_id, change, ...entry }) => {
    return { ...entry, links: [{ location_id, change }] };
  });
}

interface Wanted {
  actions: readonly AuditAction[];
  from?: string;
  subjects?: readonly string[];
}

/** Newest first, without links. Those of users are found by their actions: their sign-ins are many more. */
export async function listEntries(db: Queryable, { actions, from, subjects }: Wanted): Promise<Entry[]> {
  const subject = db.dialect === 'sqlite' ? '+entry.subject_id' : 'entry.subject_id';
  const where: RawBuilder<unknown>[] = [
    isOneOf(db, 'entry.action', actions, 'text'),
    // Not an edit of something else.
    sql`(entry.action <> 'user.updated' or ${has(db, ['is_active'])})`,
    ...(from === undefined ? [] : [sql`entry.at >= ${from}`]),
    ...(subjects ? [isOneOf(db, subject, subjects)] : []),
  ];
  const query = sql<EntryRow>`select ${columns} from audit_entries as entry ${whereAll(where)} ${newestFirst}`;
  return (await query.execute(db)).rows.map((entry) => ({ ...entry, links: [] }));
}

/** All of one user, newest first, with the locations that they gave and took. */
export async function listEntriesOf(
  db: Queryable,
  subject_id: string,
  actions: readonly AuditAction[],
): Promise<Entry[]> {
  const isOne = sql`entry.subject_id = ${subject_id} and ${isOneOf(db, 'entry.action', actions, 'text')}`;
  const entries = sql<EntryRow>`select ${columns} from audit_entries as entry where ${isOne} ${newestFirst}`;
  const links = sql<Link & { entry_id: string }>`
    select link.entry_id, link.location_id, link.change
    from audit_entries as entry join audit_entry_locations as link on link.entry_id = entry.id
    where ${isOne} and link.change is not null`;
  const { rows } = await entries.execute(db);
  const byEntry = Map.groupBy((await links.execute(db)).rows, (link) => link.entry_id);
  return rows.map((entry) => ({ ...entry, links: byEntry.get(entry.id) ?? [] }));
}

/** Who was given, lost or had, when they were deleted, a role or district with one of these names. */
export async function listSubjectsNaming(
  db: Queryable,
  from: string,
  names: readonly string[],
): Promise<string[]> {
  if (names.length === 0) return [];
  const query = sql<{ subject_id: string }>`select distinct entry.subject_id from audit_entries as entry
    where entry.action in ('user.roles_replaced', 'user.locations_replaced', 'user.deleted')
      and entry.at >= ${from} and ${has(db, names)}`;
  return (await query.execute(db)).rows.map((row) => row.subject_id);
}

/** As a text of its JSON, where it is quoted. */
function has(db: Queryable, texts: readonly string[]) {
  const details = db.dialect === 'sqlite' ? sql`entry.details` : sql`entry.details::text`;
  const position = sql.raw(db.dialect === 'sqlite' ? 'instr' : 'strpos');
  return anyOf(texts.map((text) => sql`${position}(${details}, ${JSON.stringify(text)}) > 0`));
}
