import { randomUUID } from 'node:crypto';
import type { Step } from './columns.ts';

/**
 * Which rows each transaction changed, numbered by a counter that it increases last. There are no foreign keys: they
 * would lock rows after the counter, and the row may be gone.
 */
export async function up({ db, run, columns: c, dialect }: Step) {
  const long = dialect === 'sqlite' ? 'integer' : 'bigint';
  await run(
    `create table change_clock (
      id integer primary key check (id = 1),
      seq ${long} not null,
      epoch text not null
    ) ${c.table}`,
    `create table changes (
      seq ${long} not null,
      position integer not null,
      list text not null,
      row_id ${c.uuid} not null,
      act text not null check (act in ('put', 'removed')),
      audit_id ${c.uuid},
      at ${c.time('at')} not null,
      primary key (seq, position)
    ) ${c.linkTable}`,
    'create index changes_by_time on changes (at)',
  );
  await db.insertInto('change_clock').values({ id: 1, seq: 0, epoch: randomUUID() }).execute();
}
