import { type RawBuilder, sql } from 'kysely';
import { type ExceptionSettings, exceptionLimits as limits } from '../../../../contract/sales-exceptions.ts';
import { atLocations, type LocationFilter } from '../../../kernel/at-locations.ts';
import type { Queryable, Transaction } from '../../../kernel/database/database.ts';
import type { SalesExceptionsSeenTable } from '../../../kernel/database/schema.ts';
import { isOneOf, whereAll } from '../../../platform/database/query.ts';
import { state } from '../sales/sales.repository.ts';
import type { DayRow, GradeRow, ValueRow } from './exceptions.pure.ts';

type SeenKey = Pick<SalesExceptionsSeenTable, 'location_id' | 'business_date' | 'kind' | 'about'>;

export interface Days {
  locations: LocationFilter;
  from: string;
  to: string;
}

/** Parts are looked up day by day: no index of them begins with a date. */
function areIn(db: Queryable, { locations, from, to }: Days): RawBuilder<boolean>[] {
  return [
    ...atLocations(db, 'sales_days.location_id', locations),
    sql`sales_days.trading_date >= ${from}`,
    sql`sales_days.trading_date <= ${to}`,
  ];
}

const ofDay = sql`sales_days.location_id, sales_days.business_date, sales_days.trading_date`;
const partOfDay = sql`part.location_id = sales_days.location_id and part.business_date = sales_days.business_date`;

export async function listDays(db: Queryable, days: Days): Promise<DayRow[]> {
  const query = sql<Omit<DayRow, 'marks'> & { marks: string }>`
    select ${ofDay}, ${state} as state, sales_days.fuel, sales_days.merchandise,
      sales_days.excluded, sales_days.tax, sales_days.marks
    from sales_days ${whereAll(areIn(db, days))}`;
  return (await query.execute(db)).rows.map((row) => ({ ...row, marks: JSON.parse(row.marks) as string[] }));
}

/** Of a value of the same day. */
const countOf = (code: string) => sql`(select part.count from sales_parts as part
  where ${partOfDay} and part.kind = 'value' and part.code = ${code})`;

async function listSome(db: Queryable, days: Days, are: RawBuilder<boolean>): Promise<ValueRow[]> {
  const query = sql<ValueRow>`select ${ofDay}, part.code, part.amount, part.count, part.basis, sales_days.revenue,
      sales_days.sales, ${countOf('pay_at_pump')} as at_pump, ${countOf('tills')} as tills
    from sales_days join sales_parts as part on ${partOfDay} and part.kind = 'value'
    ${whereAll([...areIn(db, days), are])}`;
  return (await query.execute(db)).rows;
}

/** Those that may be beyond a limit: few of all. */
export function listStriking(
  db: Queryable,
  days: Days,
  { over_short_dollars, large_refund_dollars, paid_outs_dollars }: ExceptionSettings,
): Promise<ValueRow[]> {
  return listSome(
    db,
    days,
    sql`((part.code = 'over_short' and (part.count > 0 or abs(part.amount) > ${over_short_dollars * 100}))
      or (part.code in ('largest_refund', 'largest_void') and part.amount >= ${large_refund_dollars * 100})
      or (part.code = 'paid_outs' and part.amount >= ${paid_outs_dollars * 100})
      or (part.code in ('drive_offs', 'id_checks_skipped') and (part.count > 0 or part.amount > 0))
      or (part.code = 'journal_difference' and abs(part.amount) > ${limits.journal})
      or (part.code in ('refunds', 'voids', 'corrections', 'no_sales')
        and part.count * 100 >= ${limits.per_hundred} * (sales_days.sales - coalesce(${countOf('pay_at_pump')}, 0))))`,
  );
}

export function listValues(db: Queryable, days: Days, codes: readonly string[]): Promise<ValueRow[]> {
  return listSome(db, days, isOneOf(db, 'part.code', codes, 'text'));
}

export async function listGrades(db: Queryable, days: Days): Promise<GradeRow[]> {
  const query = sql<GradeRow>`select ${ofDay}, part.code, coalesce(part.gross, part.amount) as amount, part.quantity
    from sales_days join sales_parts as part on ${partOfDay} and part.kind = 'grade' ${whereAll(areIn(db, days))}`;
  return (await query.execute(db)).rows;
}

/** Entries of the audit log about days whose figures changed after they were closed. */
export async function listCorrections(db: Queryable, { locations, from }: Days) {
  let query = db
    .selectFrom('audit_entries')
    .innerJoin('audit_entry_locations', 'audit_entry_locations.entry_id', 'audit_entries.id')
    .select(['audit_entry_locations.location_id', 'audit_entries.details'])
    .where('action', '=', 'register.day_changed')
    .where('audit_entries.at', '>=', `${from}T00:00:00.000Z`);
  for (const isHere of atLocations(db, 'audit_entry_locations.location_id', locations))
    query = query.where(isHere);
  return query.orderBy('audit_entries.at').execute();
}

export async function listNames(db: Queryable, ids: readonly string[]) {
  return db
    .selectFrom('locations')
    .select(['id', 'name', 'number', 'sort_name'])
    .where(isOneOf(db, 'id', ids))
    .execute();
}

export async function listSeen(db: Queryable, days: Days): Promise<SalesExceptionsSeenTable[]> {
  const query = sql<SalesExceptionsSeenTable>`select seen.* from sales_exceptions_seen as seen
    join sales_days on sales_days.location_id = seen.location_id and sales_days.business_date = seen.business_date
    ${whereAll(areIn(db, days))}`;
  return (await query.execute(db)).rows;
}

export async function upsertSeen(tx: Transaction, row: SalesExceptionsSeenTable): Promise<void> {
  const { what, note, updated_at, updated_by, updated_by_name } = row;
  const changes = { what, note, updated_at, updated_by, updated_by_name };
  const query = tx.insertInto('sales_exceptions_seen').values(row);
  await query
    .onConflict((conflict) =>
      conflict.columns(['location_id', 'business_date', 'kind', 'about']).doUpdateSet(changes),
    )
    .execute();
}

export async function deleteSeen(
  tx: Transaction,
  { location_id, business_date, kind, about }: SeenKey,
): Promise<void> {
  const query = tx.deleteFrom('sales_exceptions_seen').where('location_id', '=', location_id);
  await query
    .where('business_date', '=', business_date)
    .where('kind', '=', kind)
    .where('about', '=', about)
    .execute();
}
