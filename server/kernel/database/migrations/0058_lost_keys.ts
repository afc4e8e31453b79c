import type { Step } from './columns.ts';

/** A revoked key that was lost or stolen: what it sent loses against what a working key sends. */
export async function up({ run, columns: c, dialect }: Step) {
  const no = dialect === 'sqlite' ? '0' : 'false';
  await run(
    `alter table register_connections add column is_lost ${c.boolean('is_lost')} not null default ${no}`,
  );
}
