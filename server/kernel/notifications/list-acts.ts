import { type Selectable, sql } from 'kysely';
import type { NotificationKind } from '../../../contract/notifications/notification-kinds.ts';
import type { NotificationDetails } from '../../../contract/notifications/notifications.ts';
import { isOneOf, whereAll } from '../../platform/database/query.ts';
import type { Scope } from '../access.ts';
import type { Queryable, Transaction } from '../database/database.ts';
import type { LocationNoticesTable } from '../database/schema.ts';
import { inScope } from '../scope.ts';

export type Act = Pick<Selectable<LocationNoticesTable>, 'id' | 'kind' | 'location_id' | 'act' | 'details'>;

/** What these locations were told of some kinds since then. */
export function listActs(
  db: Queryable,
  {
    kinds,
    location_ids,
    since,
  }: { kinds: readonly NotificationKind[]; location_ids: readonly string[]; since: string },
): Promise<Act[]> {
  const query = db.selectFrom('location_notices').select(['id', 'kind', 'location_id', 'act', 'details']);
  return query
    .where(isOneOf(db, 'location_id', location_ids))
    .where('last_at', '>=', since)
    .where('kind', 'in', kinds)
    .execute();
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
