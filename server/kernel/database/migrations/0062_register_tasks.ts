import type { Step } from './columns.ts';

/** As large as a figure of a day may be, so that sums over 5,000 locations and 400 days are exact. */
const figureMax = 4_000_000_000;
/** Thousandths of a unit of a product. */
const unitsMax = 1_000_000_000_000_000;
const figures = [
  'fuel_gross',
  'fuel_discounts',
  'fuel',
  'fuel_volume',
  'merchandise_gross',
  'merchandise',
  'excluded',
  'tax',
  'revenue',
  'sales',
  'refunds',
];

/**
 * Journals are kept by file and business date, because a row for each event made long transactions, and because an event of
 * a lost key must not take the place of a good one. What must be computed anew waits in `register_tasks`. A row of the feed
 * belongs to its connection: `began` ends with its id.
 */
export async function up({ run, columns: c, dialect }: Step) {
  const long = dialect === 'sqlite' ? 'integer' : 'bigint';
  const yes = dialect === 'sqlite' ? '1' : 'true';
  const no = dialect === 'sqlite' ? '0' : 'false';
  const location = `location_id ${c.uuid} not null references locations (id) on delete cascade`;
  const tooLarge = figures.map((name) => `abs(${name}) > ${figureMax}`).join(' or ');
  const departments =
    dialect === 'sqlite'
      ? "json_each(sales_days.content, '$.departments') as found"
      : "jsonb_array_elements(sales_days.content::jsonb -> 'departments') as found (value)";
  await run(
    `create table register_journals (
      file_id ${c.uuid} not null references register_files (id) on delete cascade,
      business_date text not null, position integer not null, ${location}, register_id ${c.uuid} not null,
      arrived ${c.key} not null, events integer not null, content text not null,
      primary key (file_id, business_date, position)
    ) ${c.table}`,
    'create index register_journals_by_day on register_journals (location_id, business_date)',
    `create table register_tasks (
      ${location}, kind text not null check (kind in ('items', 'day', 'products', 'audit', 'stock')), about ${c.key} not null,
      content text, problem text, primary key (location_id, kind, about)
    ) ${c.table}`,
    `create table register_department_locations (
      register_id ${c.uuid} not null references register_connections (id) on delete cascade,
      code ${c.key} not null, ${location}, primary key (register_id, code, location_id)
    ) ${c.linkTable}`,
    `create index register_files_not_counted on register_files (location_id, business_date)
      where outcome in ('replaced', 'waiting')`,
    `alter table sales_days add column ahead ${long} not null default 0`,
    `insert into register_tasks (location_id, kind, about)
      select location_id, 'day', business_date from sales_days where is_stale = ${yes} or ${tooLarge}`,
    `delete from sales_days where ${tooLarge}`,
    `update sales_days set is_stale = ${no} where is_stale = ${yes}`,
    // What a release without bounds stored: PostgreSQL has no such integers, and JavaScript no such numbers.
    'update register_reports set period = 0 where period not between 0 and 999',
    `insert into register_stock_locations (location_id, is_stale)
      select distinct location_id, ${yes} from register_stock where abs(sold_since) > ${unitsMax}
      on conflict (location_id) do update set is_stale = ${yes}`,
    `update register_stock set sold_since = 0, on_hand = counted where abs(sold_since) > ${unitsMax}`,
    // A journal of some of the sales was taken for all of them.
    `update sales_days set refunds = null where is_closed = ${yes} and refunds = 0`,
    "update register_feed set began = began || ' ' || register_id",
    // Who sees some locations of a connection sees the departments of these.
    `insert into register_department_locations (register_id, code, location_id)
      select distinct at.register_id, known.code, at.location_id from register_connection_locations as at
        join sales_days on sales_days.location_id = at.location_id cross join ${departments}
        join register_departments as known on known.register_id = at.register_id
          and known.code = (found.value ->> 'code')
      where at.register_id in
        (select register_id from register_connection_locations group by register_id having count(*) > 1)`,
  );
}
