import type { Step } from './columns.ts';

/** Names of grades, given once for the chain, and the few days that no comparison takes. */
export async function up({ run, columns: c }: Step) {
  await run(
    `create table fuel_grades (code ${c.key} not null primary key, name text not null) ${c.linkTable}`,
    `create index sales_days_of_two_dates on sales_days (trading_date, location_id)
      where marks like '%"Covers 2 dates"%'`,
  );
}
