import { sql } from 'kysely';
import type { Scope } from '../../../kernel/access.ts';
import type { Queryable } from '../../../kernel/database/database.ts';
import { inScope } from '../../../kernel/scope.ts';
import { whereAll } from '../../../platform/database/query.ts';
import { isConnected, isReporting } from '../figures/reporting.repository.ts';
import type { ReportedDay, ReportingLocation } from './absent.pure.ts';

/** When the newest data of a connection or a spreadsheet came. */
export async function findNewestData(db: Queryable): Promise<string | null> {
  const query = sql<{ newest: string | null }>`select max(at) as newest from (
    select max(last_file_at) as at from register_connections
    union all select max(imported_at) from register_closes) as newest`;
  return (await query.execute(db)).rows[0]?.newest ?? null;
}

export interface SendingLocation extends ReportingLocation {
  /** When its registers sent something; null while none is connected. */
  register_at: string | null;
}

/** Open ones of which something came. */
export async function listReportingLocations(
  db: Queryable,
  scope: Scope,
  today: string,
): Promise<SendingLocation[]> {
  const query = sql<
    Omit<ReportingLocation, 'last_at'> & Record<'file_at' | 'feed_at' | 'imported_at', string | null>
  >`select locations.id, locations.name, locations.time_zone,
      (select max(received_at) from register_files
        where register_files.location_id = locations.id and ${isConnected}) as file_at,
      (select max(arrived) from register_feed
        where register_feed.location_id = locations.id and ${isConnected}) as feed_at,
      (select max(imported_at) from register_closes where register_closes.location_id = locations.id) as imported_at,
      (select min(trading_date) from sales_days where sales_days.location_id = locations.id) as first_date
    from locations ${whereAll([
      ...inScope(scope, 'locations.id'),
      sql`locations.closed_on is null`,
      isReporting(today),
    ])}
    order by locations.id`;
  const newest = (...times: (string | null)[]) =>
    times
      .flatMap((at) => at ?? [])
      .sort()
      .at(-1) ?? null;
  return (await query.execute(db)).rows.flatMap(({ file_at, feed_at, imported_at, ...row }) => {
    const register_at = newest(file_at, feed_at);
    const last_at = newest(register_at, imported_at);
    return last_at === null ? [] : { ...row, register_at, last_at };
  });
}

/** With those that somebody marked "Location closed": they are not missing. */
export async function listReportedDays(db: Queryable, from: string): Promise<ReportedDay[]> {
  const columns = ['location_id', 'trading_date', 'began', 'ended', 'is_closed'] as const;
  const days = db.selectFrom('sales_days').select(columns).where('trading_date', '>=', from);
  const notes = db.selectFrom('sales_day_notes').select(['location_id', 'business_date']);
  const marked = await notes.where('is_closed', '=', true).where('business_date', '>=', from).execute();
  return [
    ...(await days.execute()),
    ...marked.map(({ location_id, business_date }) => ({
      ...{ location_id, trading_date: business_date, began: null, ended: null, is_closed: true },
    })),
  ];
}
