import { sql } from 'kysely';
import type { Scope } from '../../../kernel/access.ts';
import type { Queryable } from '../../../kernel/database/database.ts';
import { inScope } from '../../../kernel/scope.ts';
import { whereAll } from '../../../platform/database/query.ts';
import type { ReportedDay, ReportingLocation } from './absent.pure.ts';

/** When the newest data of any connection came. */
export async function findNewestData(db: Queryable): Promise<string | null> {
  const query = sql<{ newest: string | null }>`select max(last_file_at) as newest from register_connections`;
  return (await query.execute(db)).rows[0]?.newest ?? null;
}

/** Open ones with a working connection that have sent something. */
export async function listReportingLocations(db: Queryable, scope: Scope): Promise<ReportingLocation[]> {
  const query = sql<ReportingLocation & { file_at: string | null; feed_at: string | null }>`
    select locations.id, locations.name, locations.time_zone,
      (select max(received_at) from register_files where register_files.location_id = locations.id) as file_at,
      (select max(arrived) from register_feed where register_feed.location_id = locations.id) as feed_at,
      (select min(trading_date) from sales_days where sales_days.location_id = locations.id) as first_date
    from locations ${whereAll([
      ...inScope(scope, 'locations.id'),
      sql`locations.closed_on is null`,
      sql`exists (select 1 from register_connection_locations as at
        join register_connections as register on register.id = at.register_id
        where at.location_id = locations.id and register.revoked_at is null)`,
    ])}
    order by locations.id`;
  return (await query.execute(db)).rows.flatMap(({ file_at, feed_at, ...row }) => {
    const last_at = [file_at, feed_at]
      .flatMap((at) => at ?? [])
      .sort()
      .at(-1);
    return last_at === undefined ? [] : { ...row, last_at };
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
