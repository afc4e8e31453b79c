import type { Step } from './columns.ts';

/** How far `npm run registers -- --read-again` came, so that it goes on there after a kill. One row, or none. */
export async function up({ run, columns: c }: Step) {
  await run(
    `create table register_rereading (
      id integer primary key check (id = 1), version text not null,
      received_at ${c.time('received_at')} not null, file_id ${c.uuid} not null, done integer not null
    ) ${c.table}`,
  );
}
