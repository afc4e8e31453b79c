import type { Step } from './columns.ts';

/** What became of the backups that the server, or a command, made and tried. */
export async function up({ run, columns: c, dialect }: Step) {
  // A strict table of SQLite has one type of integers, of 64 bits.
  const long = dialect === 'sqlite' ? 'integer' : 'bigint';
  await run(
    `create table backups (
      id ${c.uuid} primary key,
      made_at ${c.time('made_at')} not null,
      name text,
      bytes ${long},
      is_proven ${c.boolean('is_proven')} not null,
      proof_ms integer,
      problem text,
      is_notified ${c.boolean('is_notified')} not null
    ) ${c.table}`,
    'create index backups_by_time on backups (made_at)',
  );
}
