import { type RawBuilder, sql } from 'kysely';
import type { Permission } from '../../../contract/access/permissions.ts';
import type { InvitationState } from '../../../contract/fields/invitation-state.ts';
import { managersNamed, type WaitingReason } from '../../../contract/location-access.ts';
import type { Scope } from '../../kernel/access.ts';
import type { Queryable } from '../../kernel/database/database.ts';
import type { UsersTable } from '../../kernel/database/schema.ts';
import { matchesSearch } from '../../kernel/database/search-tiers.ts';
import { findManagerRoleId, isManager } from '../../kernel/managers.ts';
import { inScope, isCoverOn, presentUsers, withoutCovers } from '../../kernel/scope.ts';
import { anyOf, isOneOf } from '../../platform/database/query.ts';

const permission: Permission = 'locations.read';

/** Without the factor that a role requires, no request is answered. */
const lacksFactor = sql<boolean>`(exists (
    select 1 from user_roles join roles on roles.id = user_roles.role_id
    where user_roles.user_id = users.id and roles.requires_second_factor)
  and not exists (
    select 1 from auth_factors where auth_factors.user_id = users.id and auth_factors.status = 'verified'))`;

const seesLocations = sql<boolean>`(users.is_active and auth_users.email_confirmed_at is not null
  and not ${lacksFactor} and exists (
    select 1 from user_roles join role_permissions on role_permissions.role_id = user_roles.role_id
    where user_roles.user_id = users.id and role_permissions.permission = ${permission}))`;

/** Only for a user who cannot see locations. */
const waitingReason = (invitationState: StateSql) => sql<WaitingReason>`(case
    when not users.is_active then 'inactive'
    when auth_users.email_confirmed_at is null then coalesce(${invitationState}, 'not_invited')
    when ${lacksFactor} then 'no_second_factor'
    else 'no_role' end)`;

/** As features/auth computes it. */
type StateSql = RawBuilder<InvitationState | null>;

/** `holder_ids` have access to all locations. */
export interface Linked {
  location_id: string;
  holder_ids: readonly string[];
  scope: Scope;
  at: string;
}

export interface AccessFilter extends Linked {
  can_see: boolean;
  reason: WaitingReason | undefined;
  invitationState: StateSql;
  q: string | undefined;
}

/** Users are ordered by name, then id. */
export interface AccessPosition {
  search: string;
  id: string;
}

export async function listAccess(
  db: Queryable,
  filter: AccessFilter,
  limit: number,
  after: AccessPosition | undefined,
) {
  const rows = await listed(db, filter)
    .select(['users.id', 'users.email', 'users.full_name', 'users.phone', 'users.is_active'])
    .select(['auth_users.email_confirmed_at', 'auth_users.last_sign_in_at'])
    .select(lacksFactor.as('lacks_factor'))
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(users.search, users.id) > (${after?.search ?? null}, ${after?.id ?? null})`),
    )
    .orderBy('users.search')
    .orderBy('users.id')
    .limit(limit)
    .execute();
  const ids = rows.map((row) => row.id);
  const grants = new Map((await listGrants(db, filter, ids)).map((row) => [row.id, row]));
  return rows.flatMap((row) => {
    const granted = grants.get(row.id);
    // Deleted between both.
    return granted ? [{ ...row, ...granted }] : [];
  });
}

/** Why these users see the location. Apart from the page: PostgreSQL keeps more than eight joins in the order of the text. */
function listGrants(db: Queryable, { location_id, at }: Linked, ids: readonly string[]) {
  return db
    .selectFrom('users')
    .innerJoin('locations as place', (join) => join.on('place.id', '=', location_id))
    .leftJoin('user_locations as link', (join) =>
      join.onRef('link.user_id', '=', 'users.id').onRef('link.location_id', '=', 'place.id'),
    )
    .leftJoin('user_districts as held', (join) =>
      join.onRef('held.user_id', '=', 'users.id').onRef('held.district_id', '=', 'place.district_id'),
    )
    .leftJoin('districts', 'districts.id', 'held.district_id')
    .leftJoin('covers as cover', (join) =>
      join
        .onRef('cover.user_id', '=', 'users.id')
        .onRef('cover.location_id', '=', 'place.id')
        .on(isCoverOn('cover', at)),
    )
    .select(['users.id', 'place.time_zone', 'link.is_assigned'])
    .select(['link.created_at as assigned_at', 'link.granted_by', 'link.granted_by_name'])
    .select(['held.created_at as held_at', 'held.granted_by as held_by'])
    .select(['held.granted_by_name as held_by_name', 'districts.id as district_id'])
    .select(['districts.name as district_name', 'cover.ends_at as cover_ends_at'])
    .select(['cover.created_at as covered_at', 'cover.granted_by as lent_by'])
    .select(['cover.granted_by_name as lent_by_name'])
    .where(isOneOf(db, 'users.id', ids))
    .execute();
}

export async function countUsers(db: Queryable, filter: AccessFilter): Promise<number> {
  const row = await listed(db, filter)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return row.total;
}

/** Active ones who are assigned to the location: how many, and the first ones. */
export async function findManagers(db: Queryable, location_id: string, invitationState: StateSql) {
  const managers = db
    .selectFrom('user_locations')
    .innerJoin('users', 'users.id', 'user_locations.user_id')
    .leftJoin('auth_users', 'auth_users.id', 'users.id')
    .leftJoin('auth_invitations', 'auth_invitations.user_id', 'users.id')
    .leftJoin('mail_outbox', 'mail_outbox.id', 'auth_invitations.mail_id')
    .where('user_locations.location_id', '=', location_id)
    .where('users.is_active', '=', true)
    .where(isManager('users.id'));
  const first = await managers
    .select(['users.id', 'users.full_name', 'users.email', 'users.phone'])
    .select([invitationState.as('invitation'), sql<number>`count(*) over ()`.as('total')])
    .orderBy(sql`auth_users.email_confirmed_at is null`)
    .orderBy('users.search')
    .orderBy('users.id')
    .limit(managersNamed)
    .execute();
  return { total: Number(first[0]?.total ?? 0), role_id: await findManagerRoleId(db), first };
}

export interface NamedManager extends Pick<UsersTable, 'full_name' | 'email' | 'phone'> {
  location_id: string;
}

/** As `findManagers`, of many locations: the first ones of each, by name. */
export async function listManagers(
  db: Queryable,
  location_ids: readonly string[],
  most: number,
): Promise<NamedManager[]> {
  const query = sql<NamedManager>`select location_id, full_name, email, phone from (
      select staff.location_id, users.full_name, users.email, users.phone,
        row_number() over (partition by staff.location_id order by users.search, users.id) as place
      from user_locations as staff join users on users.id = staff.user_id
      where ${isOneOf(db, 'staff.location_id', location_ids)} and users.is_active and ${isManager('staff.user_id')}
    ) as managers where place <= ${most} order by location_id, place`;
  return (await query.execute(db)).rows;
}

export async function countByReason(db: Queryable, linked: Linked, invitationState: StateSql) {
  const reasons = candidates(db, linked).select(
    sql<'can_see' | 'joining' | WaitingReason>`case
      when ${seesLocations} then case when ${invitationState} = 'joining' then 'joining' else 'can_see' end
      else ${waitingReason(invitationState)} end`.as('reason'),
  );
  const rows = await db
    .selectFrom(reasons.as('linked'))
    .select((eb) => ['reason', eb.fn.countAll<number>().as('users')])
    .groupBy('reason')
    .execute();
  return new Map(rows.map(({ reason, users }) => [reason, users]));
}

/** Users who wait for an invitation and whom the actor can manage (`whyNotManage`). */
export function listToInvite(
  db: Queryable,
  linked: Linked,
  actor: { permissions: readonly string[]; invitationState: StateSql },
) {
  const theirs = db
    .selectFrom('user_locations as theirs')
    .select('theirs.location_id')
    .where(sql<boolean>`theirs.user_id = users.id`);
  const own = inScope(withoutCovers(linked.scope), 'theirs.location_id');
  const elsewhere = own.map((isOwn) => sql<boolean>`not ${isOwn}`);
  const higher = db
    .selectFrom('user_roles')
    .innerJoin('role_permissions', 'role_permissions.role_id', 'user_roles.role_id')
    .select('user_roles.user_id')
    .where(sql<boolean>`user_roles.user_id = users.id`)
    .where(sql<boolean>`not ${isOneOf(db, 'role_permissions.permission', actor.permissions, 'text')}`);
  return candidates(db, linked)
    .select(['users.id', 'users.full_name', 'users.email'])
    .where('users.is_active', '=', true)
    .where('auth_users.email_confirmed_at', 'is', null)
    .where(sql<boolean>`coalesce(${actor.invitationState}, 'none') <> 'invited'`)
    .where(({ not, exists }) => not(exists(higher)))
    .$if(elsewhere.length > 0, (query) =>
      query.where(({ not, exists }) => not(exists(theirs.where(anyOf(elsewhere))))),
    )
    .orderBy('users.search')
    .orderBy('users.id')
    .execute();
}

/** Undefined for a user in neither list, because the position would reveal their name. */
export function findPosition(db: Queryable, linked: Linked, id: string): Promise<AccessPosition | undefined> {
  return candidates(db, linked)
    .select(['users.search', 'users.id'])
    .where('users.id', '=', id)
    .executeTakeFirst();
}

export async function listHolderIds(db: Queryable, permission: Permission): Promise<string[]> {
  const rows = await db
    .selectFrom('user_roles')
    .select('user_id')
    .distinct()
    .where('role_id', 'in', (eb) =>
      eb.selectFrom('role_permissions').select('role_id').where('permission', '=', permission),
    )
    .execute();
  return rows.map((row) => row.user_id);
}

export async function countSeeing(db: Queryable, ids: readonly string[]): Promise<number> {
  const row = await db
    .selectFrom('users')
    .leftJoin('auth_users', 'auth_users.id', 'users.id')
    .select((eb) => eb.fn.countAll<number>().as('users'))
    .where(isOneOf(db, 'users.id', ids))
    .where(seesLocations)
    .executeTakeFirstOrThrow();
  return row.users;
}

function listed(db: Queryable, { can_see, reason, invitationState, q, ...linked }: AccessFilter) {
  const query = candidates(db, linked)
    .where(can_see ? seesLocations : sql<boolean>`not ${seesLocations}`)
    .$if(reason !== undefined, (query) =>
      query.where(sql<boolean>`${waitingReason(invitationState)} = ${reason}`),
    );
  const searched = { key: sql.raw<string>('users.search') };
  return (q ? matchesSearch(q, searched) : []).reduce((found, condition) => found.where(condition), query);
}

/** Starts from the location's links, so that it does not check all users. */
function candidates(db: Queryable, { location_id, holder_ids, scope, at }: Linked) {
  return db
    .selectFrom('users')
    .leftJoin('auth_users', 'auth_users.id', 'users.id')
    .leftJoin('auth_invitations', 'auth_invitations.user_id', 'users.id')
    .leftJoin('mail_outbox', 'mail_outbox.id', 'auth_invitations.mail_id')
    .where((eb) => eb.and(presentUsers(scope, 'users.id')))
    .where('users.id', 'in', (eb) =>
      eb
        .selectFrom('user_locations')
        .select('user_locations.user_id')
        .where('user_locations.location_id', '=', location_id)
        .union(
          eb
            .selectFrom('covers')
            .select('covers.user_id')
            .where('covers.location_id', '=', location_id)
            .where(isCoverOn('covers', at)),
        )
        .union(
          eb
            .selectFrom('users as holders')
            .select('holders.id as user_id')
            .where(isOneOf(db, 'holders.id', holder_ids)),
        ),
    );
}
