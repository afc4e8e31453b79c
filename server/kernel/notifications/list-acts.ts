import { type Selectable, sql } from 'kysely';
import type { Permission } from '../../../contract/access/permissions.ts';
import type { NotificationKind } from '../../../contract/notifications/notification-kinds.ts';
import type { NotificationDetails } from '../../../contract/notifications/notifications.ts';
import { isOneOf, whereAll } from '../../platform/database/query.ts';
import type { Scope } from '../access.ts';
import type { Queryable, Transaction } from '../database/database.ts';
import type { LocationNoticesTable } from '../database/schema.ts';
import { inScope } from '../scope.ts';

export type Act = Pick<
  Selectable<LocationNoticesTable>,
  'id' | 'kind' | 'location_id' | 'act' | 'details' | 'first_at'
>;

/** What these locations were told of some kinds since then. */
export function listActs(
  db: Queryable,
  {
    kinds,
    location_ids,
    since,
  }: { kinds: readonly NotificationKind[]; location_ids: readonly string[]; since: string },
): Promise<Act[]> {
  const query = db
    .selectFrom('location_notices')
    .select(['id', 'kind', 'location_id', 'act', 'details', 'first_at']);
  return query
    .where(isOneOf(db, 'location_id', location_ids))
    .where('last_at', '>=', since)
    .where('kind', 'in', kinds)
    .execute();
}

/**
 * Who reads these acts of sales in the bell or an email, by act: those assigned there, or watching, since before it, who may
 * see sales and could sign in then.
 */
export async function listReceivers(db: Queryable, ids: readonly string[]): Promise<Map<string, string[]>> {
  const holds = (permission: Permission) => sql`exists (select 1 from user_roles
    join role_permissions on role_permissions.role_id = user_roles.role_id
    where user_roles.user_id = links.user_id and role_permissions.permission = ${permission})`;
  const linked = (table: 'user_locations' | 'location_watches', needed: Permission) =>
    sql`select notices.id, links.user_id from location_notices as notices
      join ${sql.table(table)} as links on links.location_id = notices.location_id
        and links.created_at <= notices.first_at
      join users on users.id = links.user_id and users.is_active = true
      join auth_users on auth_users.id = links.user_id and auth_users.email_confirmed_at <= notices.first_at
      where ${isOneOf(db, 'notices.id', ids)} and ${holds('registers.read')} and ${holds(needed)}
        and not exists (select 1 from notification_settings as quiet where quiet.user_id = links.user_id
          and quiet.kind = notices.kind and quiet.is_in_bell = false and quiet.email = 'never')`;
  const query = sql<Record<'id' | 'user_id', string>>`${linked('user_locations', 'registers.read')}
    union ${linked('location_watches', 'locations.all')}`;
  const { rows } = await query.execute(db);
  return new Map(
    [...Map.groupBy(rows, ({ id }) => id)].map(([id, all]) => [id, all.map((row) => row.user_id)]),
  );
}

/** What has come since is no news any more: such a notice says so, is unread to nobody, and no email tells it. */
export async function takeBack(tx: Transaction, acts: readonly Act[]): Promise<void> {
  for (const { id, details } of acts) {
    const said = JSON.stringify({ ...details, is_over: true });
    await tx.updateTable('location_notices').set({ details: said }).where('id', '=', id).execute();
    await tx.updateTable('notice_marks').set({ email: null }).where('notice_id', '=', id).execute();
  }
}

const correctionsMax = 1000;

/** Corrected days of locations in scope since then, the newest first. */
export async function listCorrections(db: Queryable, { scope, since }: { scope: Scope; since: string }) {
  const query = sql<{ name: string; details: NotificationDetails }>`select locations.name, notices.details
    from location_notices as notices join locations on locations.id = notices.location_id
    ${whereAll([
      sql`notices.kind = 'day_corrected'`,
      sql`notices.last_at > ${since}`,
      ...inScope(scope, 'notices.location_id'),
    ])}
    order by notices.last_at desc, notices.id limit ${correctionsMax}`;
  return (await query.execute(db)).rows;
}
