import type { NotificationKind } from '../../../contract/notifications/notification-kinds.ts';
import { isOneOf } from '../../platform/database/query.ts';
import type { Queryable } from '../database/database.ts';

/** What these locations were told of some kinds since then. */
export function listActs(
  db: Queryable,
  {
    kinds,
    location_ids,
    since,
  }: { kinds: readonly NotificationKind[]; location_ids: readonly string[]; since: string },
) {
  const query = db.selectFrom('location_notices').select(['kind', 'location_id', 'act']);
  return query
    .where(isOneOf(db, 'location_id', location_ids))
    .where('last_at', '>=', since)
    .where('kind', 'in', kinds)
    .execute();
}
