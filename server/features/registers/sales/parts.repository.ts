import { sql } from 'kysely';
import {
  type DepartmentSales,
  type GradeSales,
  type SalesValue,
  salesValues,
  type TenderSum,
  type ValueSum,
} from '../../../../contract/registers.ts';
import type { Queryable } from '../../../kernel/database/database.ts';
import { isOneOf, whereAll } from '../../../platform/database/query.ts';

/** Unknown as soon as it is unknown of one day. */
function sumOf(column: string) {
  const part = sql.ref(`sales_parts.${column}`);
  return sql`case when count(${part}) = count(*) then cast(sum(${part}) as bigint) end`;
}

/** By the days themselves: a range of dates would have SQLite read the departments of all locations. */
function areOf(db: Queryable, kind: 'grade' | 'department', { location_id, business_dates }: SomeDays) {
  return whereAll([
    sql`sales_parts.location_id = ${location_id}`,
    isOneOf(db, 'sales_parts.business_date', business_dates, 'text'),
    sql`sales_parts.kind = ${kind}`,
  ]);
}

interface SomeDays {
  location_id: string;
  business_dates: readonly string[];
}

export async function sumGrades(db: Queryable, days: SomeDays): Promise<GradeSales[]> {
  const query = sql<GradeSales>`select code as grade, ${sumOf('quantity')} as volume, ${sumOf('gross')} as gross,
      ${sumOf('discounts')} as discounts, ${sumOf('amount')} as net
    from sales_parts ${areOf(db, 'grade', days)} group by code order by code`;
  return (await query.execute(db)).rows;
}

/** The most sold first, with folded names. Of several reasons why one counts so the weakest. */
export async function sumDepartments(db: Queryable, days: SomeDays) {
  const query = sql<Omit<DepartmentSales, 'name'> & { name: string }>`
    select code, name, counts_as as kind, max(basis) as basis, ${sumOf('gross')} as gross,
      ${sumOf('discounts')} as discounts, ${sumOf('promotions')} as promotions, ${sumOf('refunds')} as refunds,
      ${sumOf('amount')} as net, ${sumOf('quantity')} as quantity, ${sumOf('count')} as count
    from sales_parts ${areOf(db, 'department', days)}
    group by code, name, counts_as order by net desc, code, name`;
  return (await query.execute(db)).rows;
}

/** Payments, the largest first, and values in their order. */
export async function listTill(db: Queryable, location_id: string, business_date: string) {
  const rows = await db
    .selectFrom('sales_parts')
    .select(['kind', 'code', 'basis', 'amount', 'count'])
    .where('location_id', '=', location_id)
    .where('business_date', '=', business_date)
    .where('kind', 'in', ['tender', 'value'])
    .execute();
  const tenders: TenderSum[] = [];
  const values: ValueSum[] = [];
  for (const { kind, code, basis, amount, count } of rows) {
    if (kind === 'tender') tenders.push({ code, amount, count });
    else
      values.push({
        ...{ code: code as SalesValue, amount, count },
        basis: basis === 'decided' || basis === 'undecided' ? basis : null,
      });
  }
  const place = ({ code }: ValueSum) => salesValues.indexOf(code);
  return {
    tenders: tenders.sort((a, b) => (b.amount ?? 0) - (a.amount ?? 0) || (a.code < b.code ? -1 : 1)),
    values: values.sort((a, b) => place(a) - place(b)),
  };
}
