import type { Step } from './columns.ts';

/** Registers, what their files say, and the figures that are computed from it. */
export async function up({ run, columns: c, dialect }: Step) {
  // A strict table of SQLite has one type of integers, of 64 bits.
  const long = dialect === 'sqlite' ? 'integer' : 'bigint';
  const id = `id ${c.uuid} primary key`;
  const location = `location_id ${c.uuid} not null references locations (id) on delete cascade`;
  const stamp = `created_at ${c.time('created_at')} not null, created_by ${c.uuid}, created_from text,
    updated_at ${c.time('updated_at')} not null, updated_by ${c.uuid}, updated_by_name text not null`;
  await run(
    `create table register_connections (
      ${id}, name text not null, sort_name ${c.key}, key_hash text not null unique, key_hint text not null,
      revoked_at ${c.time('revoked_at')}, store_number text,
      has_net_departments ${c.boolean('has_net_departments')} not null,
      lacks_check_digit ${c.boolean('lacks_check_digit')} not null,
      make text, version text, last_file_at ${c.time('last_file_at')}, ${stamp}
    ) ${c.table}`,
    `create table register_connection_locations (
      register_id ${c.uuid} not null references register_connections (id) on delete cascade,
      ${location}, primary key (register_id, location_id)
    ) ${c.linkTable}`,
    'create index register_connection_locations_by_location on register_connection_locations (location_id)',
    `create table register_departments (
      register_id ${c.uuid} not null references register_connections (id) on delete cascade,
      code ${c.key} not null, name text, kind text check (kind in ('merchandise', 'fuel', 'excluded')),
      is_fuel_line ${c.boolean('is_fuel_line')} not null, primary key (register_id, code)
    ) ${c.linkTable}`,
    `create table register_files (
      ${id}, sender text not null, register_id ${c.uuid} references register_connections (id) on delete set null,
      location_id ${c.uuid} references locations (id) on delete cascade,
      name text not null, sha256 text not null, bytes integer not null,
      received_at ${c.time('received_at')} not null, outcome text not null, reason text, document text,
      store_number text, business_date text, added_by ${c.uuid}, added_by_name text, content text,
      unique (sender, sha256)
    ) ${c.table}`,
    'create index register_files_by_time on register_files (received_at, id)',
    'create index register_files_by_location on register_files (location_id, received_at, id)',
    "create index register_files_waiting on register_files (received_at) where outcome = 'waiting'",
    `create table register_reports (
      file_id ${c.uuid} not null references register_files (id) on delete cascade, position integer not null,
      ${location}, register_id ${c.uuid} not null, element text not null, period integer not null,
      business_date text not null, arrived text not null, is_future ${c.boolean('is_future')} not null,
      content text not null, primary key (file_id, position)
    ) ${c.table}`,
    'create index register_reports_by_day on register_reports (location_id, business_date)',
    `create table register_events (
      ${location}, identity ${c.key} not null, file_id ${c.uuid} not null, register_id ${c.uuid} not null,
      business_date text not null, arrived ${c.key} not null,
      is_future ${c.boolean('is_future')} not null, content text not null, primary key (location_id, identity)
    ) ${c.table}`,
    'create index register_events_by_day on register_events (location_id, business_date)',
    'create index register_events_by_file on register_events (file_id)',
    `create table register_feed (
      ${location}, business_date text not null, began text not null, register_id ${c.uuid} not null,
      version ${long} not null, arrived text not null, is_future ${c.boolean('is_future')} not null,
      content text not null, primary key (location_id, business_date, began)
    ) ${c.table}`,
    `create table sales_days (
      ${location}, business_date text not null, trading_date text not null, began text, ended text,
      is_closed ${c.boolean('is_closed')} not null, is_future ${c.boolean('is_future')} not null,
      fuel_gross ${long}, fuel_discounts ${long}, fuel ${long}, fuel_volume ${long},
      merchandise_gross ${long}, merchandise ${long}, excluded ${long}, tax ${long}, revenue ${long},
      sales ${long}, refunds ${long}, marks text not null, content text not null,
      is_stale ${c.boolean('is_stale')} not null, primary key (location_id, business_date)
    ) ${c.table}`,
    'create index sales_days_by_date on sales_days (trading_date, location_id)',
    'create index sales_days_of_location on sales_days (location_id, trading_date)',
    `create index sales_days_stale on sales_days (location_id) where is_stale = ${dialect === 'sqlite' ? '1' : 'true'}`,
    `create table register_products (
      ${location}, code ${c.key} not null, name text, search text not null, price ${long},
      listing text check (listing in ('active', 'inactive')), listed_at text, sold_on text, primary key (location_id, code)
    ) ${c.table}`,
    `create table register_locks (location_id ${c.uuid} primary key) ${c.linkTable}`,
  );
}
