import type { Step } from './columns.ts';

/** The figures of a key that was lost or stolen lose against those of a working one. */
export async function up({ run, columns: c }: Step) {
  await run(
    `alter table register_connections add column is_lost ${c.boolean('is_lost')} not null default false`,
  );
}
