import type { Step } from './columns.ts';

/** Of what is dropped, no server on PostgreSQL names anything. */
export const contractOf = '0039_compatible_from';

/**
 * Long periods add up months in the place of days. What is held of a day stands with its figures in one index, of which an
 * index by date alone was the beginning.
 */
export async function up({ run, columns: c, dialect }: Step) {
  const long = dialect === 'sqlite' ? 'integer' : 'bigint';
  const amounts = ['gross', 'discounts', 'promotions', 'refunds', 'amount', 'quantity', 'count'];
  const partial = ['gross', 'discounts', 'promotions', 'refunds', 'quantity'];
  const part = 'kind, code, name, counts_as';
  const of = (basis: string) => `sum(case when basis = '${basis}' then amount end)`;
  await run(
    'drop index sales_days_by_date',
    'drop index sales_days_held',
    'drop index sales_days_figures',
    `create index sales_days_figures on sales_days (trading_date, location_id, business_date, is_closed, fuel_gross,
      fuel_discounts, fuel, fuel_volume, merchandise_gross, merchandise, excluded, tax, revenue, sales, refunds,
      undecided, proposed_excluded, proposed_fuel)`,
    `create table sales_months (
      location_id ${c.uuid} not null references locations (id) on delete cascade, month ${c.key} not null,
      kind ${c.key} not null, code ${c.key} not null, name ${c.key} not null, counts_as ${c.key} not null,
      ${amounts.map((name) => `${name} ${long}`).join(', ')}, proposed ${long}, undecided ${long},
      days integer not null, ${partial.map((name) => `days_without_${name} integer not null`).join(', ')},
      primary key (${part}, month, location_id)
    ) ${c.linkTable}`,
    'create index sales_months_of_location on sales_months (location_id, month)',
    `insert into sales_months select location_id, substr(trading_date, 1, 7), ${part},
        ${amounts.map((name) => `sum(${name})`).join(', ')}, ${of('proposed')}, ${of('undecided')},
        count(*), ${partial.map((name) => `count(*) - count(${name})`).join(', ')}
      from sales_parts where kind <> 'value' or code = 'baskets'
      group by location_id, substr(trading_date, 1, 7), ${part}`,
  );
}
