import type { Step } from './columns.ts';

/**
 * What a business day consists of stands in rows, so that departments and grades are summed across locations. All days are computed
 * anew to fill them. What a department is gets decided once for the chain, by its code and folded name.
 */
export async function up({ run, columns: c, dialect }: Step) {
  const long = dialect === 'sqlite' ? 'integer' : 'bigint';
  const no = dialect === 'sqlite' ? '0' : 'false';
  const kinds = "('merchandise', 'fuel', 'excluded')";
  await run(
    `create table sales_parts (
      location_id ${c.uuid} not null, business_date text not null,
      kind ${c.key} not null check (kind in ('grade', 'department', 'tender', 'value')),
      code ${c.key} not null, name ${c.key} not null, counts_as ${c.key} not null, basis ${c.key} not null,
      trading_date ${c.key} not null, gross ${long}, discounts ${long}, promotions ${long}, refunds ${long},
      amount ${long}, quantity ${long}, count ${long},
      primary key (location_id, business_date, kind, code, name, counts_as),
      foreign key (location_id, business_date) references sales_days (location_id, business_date) on delete cascade
    ) ${c.linkTable}`,
    // All that sums read, so that they never read the rows.
    `create index sales_parts_by_code on sales_parts (kind, code, name, counts_as, trading_date, location_id, basis,
      business_date, amount, gross, discounts, promotions, refunds, quantity, count)`,
    `alter table sales_days add column undecided ${long}`,
    `alter table sales_days add column proposed_excluded ${long}`,
    `alter table sales_days add column proposed_fuel ${long}`,
    `create index sales_days_held on sales_days (trading_date, location_id, business_date, is_closed, undecided,
      proposed_excluded, proposed_fuel)`,
    `create table department_kinds (
      code ${c.key} not null, name ${c.key} not null, kind text not null check (kind in ${kinds}), primary key (code, name)
    ) ${c.linkTable}`,
    `alter table register_departments add column is_fuel_amount ${c.boolean('is_fuel_amount')} not null default ${no}`,
    `insert into register_tasks (location_id, kind, about)
      select location_id, 'day', business_date from sales_days where true on conflict do nothing`,
  );
}
