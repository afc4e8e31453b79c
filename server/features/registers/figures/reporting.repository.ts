import { type RawBuilder, sql } from 'kysely';
import { daysBefore } from '../../../platform/clock.ts';

/** `locations` with a working connection. */
export const isConnected = sql<boolean>`exists (select 1 from register_connection_locations as at
  join register_connections as register on register.id = at.register_id
  where at.location_id = locations.id and register.revoked_at is null)`;

/** Who writes closes into a spreadsheet imports them once a month at least. */
const spreadsheetDays = 35;

/** `locations` of which figures are expected today: connected ones, and those with a close of late. */
export function isReporting(today: string): RawBuilder<boolean> {
  const since = daysBefore(today, spreadsheetDays);
  return sql`(${isConnected} or exists (select 1 from register_closes
    where register_closes.location_id = locations.id and register_closes.business_date >= ${since}))`;
}
