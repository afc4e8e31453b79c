import { sql } from 'kysely';
import { atLocations, type LocationFilter } from '../../../kernel/at-locations.ts';
import type { Queryable } from '../../../kernel/database/database.ts';
import { rowsOf, whereAll } from '../../../platform/database/query.ts';
import type { DateRange } from './periods.pure.ts';

/** A way in which closed days of a location were counted, and its first and last date in one of the ranges. */
export interface Way {
  location_id: string;
  /** 'day_report/journal': where fuel and merchandise come from. */
  counted: string;
  first: string;
  last: string;
}

/** Nothing for a chain with one way. Each is looked up for itself: of all days, none is read. */
export async function listWays(
  db: Queryable,
  filter: LocationFilter,
  ranges: readonly DateRange[],
): Promise<Way[]> {
  const list = rowsOf(
    db,
    { since: 'text', until: 'text' },
    ranges.map(({ from, to }) => ({ since: from, until: to })),
  );
  const date = (
    which: 'min' | 'max',
  ) => sql`(select ${sql.raw(which)}(day.trading_date) from sales_days as day
    where day.counted = ways.counted and day.location_id = locations.id
      and day.trading_date >= list.since and day.trading_date <= list.until)`;
  const query = sql<Way>`with recursive ways (counted) as (
      select min(sales_days.counted) from sales_days
      union all select (select min(more.counted) from sales_days as more where more.counted > ways.counted)
        from ways where ways.counted is not null),
    found as (
      select locations.id as location_id, ways.counted, ${date('min')} as first, ${date('max')} as last
      from ${list} cross join ways cross join locations
      ${whereAll([
        sql`ways.counted is not null`,
        sql`(select count(ways.counted) from ways) > 1`,
        ...atLocations(db, 'locations.id', filter),
      ])})
    select * from found where first is not null`;
  return (await query.execute(db)).rows;
}
