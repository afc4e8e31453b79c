import type { Step } from './columns.ts';

/** Exceptions that somebody has seen, and locations that users watch without being assigned there. */
export async function up({ run, columns: c }: Step) {
  const location = `location_id ${c.uuid} not null references locations (id) on delete cascade`;
  await run(
    `create table sales_exceptions_seen (
      ${location}, business_date text not null, kind ${c.key} not null, about ${c.key} not null, what text not null,
      note text not null, updated_at ${c.time('updated_at')} not null, updated_by ${c.uuid},
      updated_by_name text not null, primary key (location_id, business_date, kind, about)
    ) ${c.linkTable}`,
    `create table location_watches (
      user_id ${c.uuid} not null references users (id) on delete cascade, ${location},
      created_at ${c.time('created_at')} not null, primary key (user_id, location_id)
    ) ${c.linkTable}`,
    'create index location_watches_by_location on location_watches (location_id, user_id)',
  );
}
