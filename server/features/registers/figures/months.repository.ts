import { sql } from 'kysely';
import type { Ending, Transaction } from '../../../kernel/database/database.ts';

/** A location and a month of trading dates. */
interface Month {
  location_id: string;
  month: string;
}

/** When a transaction has changed days: all of them together are added up once. Of values only what Sales sums. */
export const monthsOfDays: Ending<Month> = {
  order: 0,
  async save(tx, months) {
    for (const month of new Map(months.map((one) => [`${one.location_id} ${one.month}`, one])).values())
      await sumMonth(tx, month);
  },
};

export const amounts = [
  'gross',
  'discounts',
  'promotions',
  'refunds',
  'amount',
  'quantity',
  'count',
] as const;
/** A day may know the amount of a part and none of these. */
export const partial = ['gross', 'discounts', 'promotions', 'refunds', 'quantity'] as const;

async function sumMonth(tx: Transaction, { location_id, month }: Month): Promise<void> {
  const query = tx.deleteFrom('sales_months').where('location_id', '=', location_id);
  await query.where('month', '=', month).execute();
  const part = sql.raw('part.kind, part.code, part.name, part.counts_as');
  const without = partial.map((name) => `days_without_${name}`);
  await sql`insert into sales_months (location_id, month, kind, code, name, counts_as, ${sql.raw(amounts.join())},
      proposed, undecided, days, ${sql.raw(without.join())})
    select part.location_id, ${month}, ${part}, ${sql.raw(amounts.map((name) => `sum(part.${name})`).join())},
      sum(case when part.basis = 'proposed' then part.amount end),
      sum(case when part.basis = 'undecided' then part.amount end),
      count(*), ${sql.raw(partial.map((name) => `count(*) - count(part.${name})`).join())}
    from sales_days as day join sales_parts as part
      on part.location_id = day.location_id and part.business_date = day.business_date
    where day.location_id = ${location_id} and day.trading_date between ${`${month}-01`} and ${`${month}-31`}
      and (part.kind <> 'value' or part.code = 'baskets')
    group by part.location_id, ${part}`.execute(tx);
}
