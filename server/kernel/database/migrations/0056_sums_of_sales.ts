import type { Step } from './columns.ts';

/**
 * Sums and orders of many days read this index instead of the rows, which are as long as a page each because of what
 * their files said.
 */
export async function up({ run }: Step) {
  await run(`create index sales_days_figures on sales_days (trading_date, location_id, business_date, is_closed, fuel_gross,
    fuel_discounts, fuel, fuel_volume, merchandise_gross, merchandise, excluded, tax, revenue, sales, refunds)`);
}
