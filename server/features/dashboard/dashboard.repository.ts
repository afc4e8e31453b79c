import { type RawBuilder, sql } from 'kysely';
import type { Permission } from '../../../contract/access/permissions.ts';
import type { OwnLocation, RoleShare, StateShare } from '../../../contract/dashboard.ts';
import { atLocations, type LocationFilter } from '../../kernel/at-locations.ts';
import type { Queryable } from '../../kernel/database/database.ts';
import { isManager } from '../../kernel/managers.ts';
import { isNoService } from '../../kernel/scope.ts';
import { whereAll } from '../../platform/database/query.ts';

export async function findOthers(db: Queryable, user_id: string | null) {
  const query = sql<{ users: number; invited: number }>`select
    (select count(*) from (select 1 from users where id <> ${user_id} and ${isNoService} limit 1) as other) as users,
    (select count(*) from (select 1 from auth_invitations limit 1) as invitation)
      + (select count(*) from (select 1 from auth_users where id <> ${user_id} limit 1) as account) as invited`;
  const row = (await query.execute(db)).rows[0];
  return { has_users: Number(row?.users) > 0, has_invited: Number(row?.invited) > 0 };
}

export async function countNewLocations(
  db: Queryable,
  filter: LocationFilter,
  since: string,
): Promise<number> {
  const query = sql<{ total: number }>`select count(*) as total from locations
    ${whereAll([sql`locations.created_at >= ${since}`, ...atLocations(db, 'locations.id', filter)])}`;
  return (await query.execute(db)).rows[0]?.total ?? 0;
}

export interface Span {
  from: string;
  to: string;
}

/**
 * The spans follow one another. The audit log keeps users who were deleted since. A user left when they were
 * deactivated and not activated again, or deleted while active.
 */
export async function countJoinersAndLeavers(db: Queryable, spans: readonly Span[]) {
  const since = spans[0]?.from ?? null;
  const bySpan = (count: (span: Span) => RawBuilder<unknown>) =>
    sql.join(spans.map((span, index) => sql`${count(span)} as ${sql.ref(`week_${index}`)}`));
  const switches = sql`('user.activated', 'user.deactivated', 'user.deleted')`;
  // Each count reads its part of one index.
  const joined = sql<Record<string, number>>`select ${bySpan(
    ({ from, to }) => sql`(
      select count(*) from audit_entries where action = 'user.created' and at >= ${from} and at < ${to})`,
  )}`;
  const left = sql<Record<string, number>>`
    with switched as (
      select subject_id, action, at,
        lag(action) over by_user as before, lead(action) over by_user as after
      from audit_entries where action in ${switches} and at >= ${since}
      window by_user as (partition by subject_id order by at, id)
    ), departed as (
      select at from switched
      where action = 'user.deactivated' and (after is null or after <> 'user.activated')
      union all
      select at from switched
      where action = 'user.deleted' and coalesce(before, (
        select earlier.action from audit_entries as earlier
        where earlier.subject_id = switched.subject_id and earlier.at < ${since}
          and earlier.action in ${switches}
        order by earlier.at desc limit 1), '') <> 'user.deactivated'
    )
    select ${bySpan(({ from, to }) => sql`count(*) filter (where at >= ${from} and at < ${to})`)}
    from departed`;
  const [joiners, leavers] = [(await joined.execute(db)).rows[0], (await left.execute(db)).rows[0]];
  return spans.map((_, index) => ({
    joined: joiners?.[`week_${index}`] ?? 0,
    left: leavers?.[`week_${index}`] ?? 0,
  }));
}

/** Active users, and null for those without a role; most first. */
export async function countUsersByRole(db: Queryable): Promise<RoleShare[]> {
  // In the order of both indexes, which PostgreSQL overrates: it would hash all users, and sort all links.
  const query = sql<RoleShare>`
    select roles.id, coalesce(roles.name, '') as name, roles.color, counted.users
    from (
      select link.role_id, count(*) as users
      from users left join (select user_id, role_id from user_roles order by user_id) as link
        on link.user_id = users.id
      where users.is_active = true and (link.role_id is not null or ${isNoService}) group by link.role_id
    ) as counted left join roles on roles.id = counted.role_id`;
  const { rows } = await query.execute(db);
  return rows.sort((a, b) => b.users - a.users || (a.name < b.name ? -1 : 1));
}

/** Most first. */
export async function countLocationsByState(db: Queryable): Promise<StateShare[]> {
  const query = sql<StateShare>`select state, count(*) as locations from locations
    where closed_on is null group by state`;
  const { rows } = await query.execute(db);
  return rows.sort((a, b) => b.locations - a.locations || (a.state < b.state ? -1 : 1));
}

type LocationRow = Pick<OwnLocation, 'id' | 'name' | 'city' | 'state'> & { total: number };

export async function listOpenLocations(
  db: Queryable,
  filter: LocationFilter,
  limit: number,
): Promise<LocationRow[]> {
  const query = sql<LocationRow>`
    select locations.id, locations.name, locations.city, locations.state, count(*) over () as total
    from locations ${whereAll([sql`locations.closed_on is null`, ...atLocations(db, 'locations.id', filter)])}
    order by locations.search, locations.id limit ${limit}`;
  return (await query.execute(db)).rows;
}

/** So that the scope is asked for once for each location, not for each of its users. */
function idsAt(db: Queryable, filter: LocationFilter) {
  return sql`(select locations.id from locations ${whereAll(atLocations(db, 'locations.id', filter))})`;
}

export async function countAssigned(db: Queryable, filter: LocationFilter) {
  const query = sql<{ location_id: string; users: number; waiting: number }>`
    select link.location_id, count(*) as users, count(*) filter (
      where auth_users.email_confirmed_at is null or auth_users.password_hash is null) as waiting
    from user_locations as link join users on users.id = link.user_id
      left join auth_users on auth_users.id = users.id
    where link.location_id in ${idsAt(db, filter)} and users.is_active = true
    group by link.location_id`;
  return (await query.execute(db)).rows;
}

export async function listManagersAt(db: Queryable, filter: LocationFilter) {
  const query = sql<{ location_id: string; full_name: string | null; email: string }>`
    select link.location_id, users.full_name, users.email
    from user_locations as link join users on users.id = link.user_id
    where link.location_id in ${idsAt(db, filter)} and users.is_active = true and ${isManager('users.id')}
    order by users.search, users.id`;
  return (await query.execute(db)).rows;
}

export async function findRoleId(db: Queryable, name_key: string): Promise<string | undefined> {
  const query = sql<{ id: string }>`select id from roles where name_key = ${name_key}`;
  return (await query.execute(db)).rows[0]?.id;
}

export async function listRolesWith(db: Queryable, permission: Permission): Promise<string[]> {
  const query = sql<{ role_id: string }>`select role_id from role_permissions
    where permission = ${permission} order by role_id`;
  return (await query.execute(db)).rows.map((row) => row.role_id);
}
