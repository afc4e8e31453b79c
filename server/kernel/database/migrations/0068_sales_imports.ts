import type { Step } from './columns.ts';

/**
 * What a spreadsheet says of the close of a day, one row for location and date; what a gallon cost; and the imports that
 * brought both: the lines of a file until it is applied, and what each changed row was before and after, so that it can be
 * undone.
 */
export async function up({ run, columns: c }: Step) {
  const location = `location_id ${c.uuid} not null references locations (id) on delete cascade`;
  await run(
    `create table register_closes (
      ${location}, business_date text not null, register_id ${c.uuid} not null, content text not null,
      primary key (location_id, business_date)
    ) ${c.table}`,
    'create index register_closes_by_register on register_closes (register_id)',
    `create table fuel_costs (
      id ${c.uuid} primary key, location_id ${c.uuid} references locations (id) on delete cascade,
      grade ${c.key} not null, from_date text not null, cost integer not null
    ) ${c.table}`,
    `create unique index fuel_costs_of_all on fuel_costs (grade, from_date) where location_id is null`,
    `create unique index fuel_costs_by_location on fuel_costs (location_id, grade, from_date)
      where location_id is not null`,
    `create table sales_imports (
      id ${c.uuid} primary key, about text not null check (about in ('closes', 'costs')), register_id ${c.uuid},
      name text not null, state text not null check (state in ('new', 'applied', 'undone')),
      facts text not null, options text, counts text,
      created_at ${c.time('created_at')} not null, created_by ${c.uuid} not null, created_by_name text not null
    ) ${c.table}`,
    'create index sales_imports_by_time on sales_imports (created_at)',
    `create table sales_import_lines (
      import_id ${c.uuid} not null references sales_imports (id) on delete cascade,
      position integer not null, content text not null, primary key (import_id, position)
    ) ${c.table}`,
    `create table sales_import_changes (
      import_id ${c.uuid} not null references sales_imports (id) on delete cascade,
      position integer not null, location_id ${c.uuid}, about ${c.key} not null, before text, after text,
      primary key (import_id, position)
    ) ${c.table}`,
  );
}
