import type { Step } from './columns.ts';

/**
 * Notes on business days, and files that were taken back. A withdrawal is a rule: files that its sender, or all of them, sent in
 * its time do not count until it is undone.
 */
export async function up({ run, columns: c }: Step) {
  const location = `location_id ${c.uuid} not null references locations (id) on delete cascade`;
  await run(
    `create table sales_day_notes (
      ${location}, business_date text not null, note text not null,
      is_closed ${c.boolean('is_closed')} not null, updated_at ${c.time('updated_at')} not null,
      updated_by ${c.uuid}, updated_by_name text not null, primary key (location_id, business_date)
    ) ${c.linkTable}`,
    'create index sales_day_notes_by_date on sales_day_notes (business_date, location_id)',
    `create table register_withdrawals (
      id ${c.uuid} primary key, sender text, location_id ${c.uuid} references locations (id) on delete cascade,
      received_from ${c.time('received_from')}, received_to ${c.time('received_to')} not null,
      files integer not null, days integer not null, created_at ${c.time('created_at')} not null,
      created_by ${c.uuid}, created_by_name text not null, undone_at ${c.time('undone_at')}
    ) ${c.table}`,
    'create index register_withdrawals_of_now on register_withdrawals (received_to) where undone_at is null',
  );
}
