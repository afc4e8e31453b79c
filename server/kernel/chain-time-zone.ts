import { canonicalTimeZone } from '../../contract/fields/time-zone.ts';
import type { Queryable } from './database/database.ts';

/** Of a chain that has not chosen one, that of its server. */
export async function chainTimeZone(db: Queryable): Promise<string> {
  const query = db.selectFrom('settings').select('value').where('key', '=', 'time_zone');
  const chosen = (await query.executeTakeFirst())?.value;
  const ofServer = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return canonicalTimeZone(chosen ?? '') ?? canonicalTimeZone(ofServer) ?? 'UTC';
}
