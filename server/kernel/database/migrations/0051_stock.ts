import { sql } from 'kysely';
import type { Step } from './columns.ts';

/** A check that allows more breaks no server that follows the rule of decision 86. */
export const contractOf = '0039_compatible_from';

/** What is in stock at locations, imports of it, and saved views of sales. */
export async function up(step: Step) {
  const { run, columns: c, dialect } = step;
  const long = dialect === 'sqlite' ? 'integer' : 'bigint';
  await allow(step, 'runs', 'about', ['users', 'locations'], ['users', 'locations', 'stock']);
  await allow(step, 'list_views', 'list', ['users', 'locations'], ['users', 'locations', 'sales']);
  await run(
    `create table register_stock (
      id ${c.uuid} primary key,
      location_id ${c.uuid} not null references locations (id) on delete cascade,
      code ${c.key} not null, counted ${long} not null, counted_at text, sold_since ${long} not null,
      on_hand ${long} not null, reorder_point ${long},
      created_at ${c.time('created_at')} not null, created_by ${c.uuid}, created_from text,
      updated_at ${c.time('updated_at')} not null, updated_by ${c.uuid}, updated_by_name text not null,
      unique (location_id, code)
    ) ${c.table}`,
    `create index register_stock_low on register_stock (location_id, code)
      where reorder_point is not null and on_hand <= reorder_point`,
    `create table register_stock_locations (
      location_id ${c.uuid} primary key references locations (id) on delete cascade,
      is_stale ${c.boolean('is_stale')} not null
    ) ${c.linkTable}`,
    `create index register_stock_stale on register_stock_locations (location_id)
      where is_stale = ${dialect === 'sqlite' ? '1' : 'true'}`,
  );
}

/** Replaces the check of a column that has a fixed list of values. */
async function allow(
  { db, dialect, run }: Step,
  table: string,
  column: string,
  before: readonly string[],
  after: readonly string[],
) {
  const check = (values: readonly string[]) =>
    `check (${column} in (${values.map((value) => `'${value}'`).join(', ')}))`;
  if (dialect === 'postgres') {
    await run(
      `alter table ${table} drop constraint ${table}_${column}_check`,
      `alter table ${table} add constraint ${table}_${column}_check ${check(after)}`,
    );
    return;
  }
  // SQLite changes no check: the table is made anew, and its indexes with it. Foreign keys are off in migrations.
  const made = await sql<{ type: string; sql: string }>`
    select type, sql from sqlite_schema where tbl_name = ${table} and sql is not null`.execute(db);
  const statement = made.rows.find(({ type }) => type === 'table')?.sql ?? '';
  if (!statement.includes(check(before))) throw new Error(`The table ${table} has another check`);
  const columns = await sql<{ name: string }>`select name from pragma_table_info(${table})`.execute(db);
  const names = columns.rows.map(({ name }) => name).join(', ');
  await run(
    statement
      .replace(new RegExp(`^create table "?${table}"?`, 'i'), `create table ${table}_new`)
      .replace(check(before), check(after)),
    `insert into ${table}_new (${names}) select ${names} from ${table}`,
    `drop table ${table}`,
    `alter table ${table}_new rename to ${table}`,
    ...made.rows.filter(({ type }) => type !== 'table').map((row) => row.sql),
  );
}
