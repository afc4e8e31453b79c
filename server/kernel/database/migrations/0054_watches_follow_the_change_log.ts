import type { Step } from './columns.ts';

/** Which changes a watched view has seen, by their number: times of several servers have no common order. */
export async function up({ run, dialect }: Step) {
  const long = dialect === 'sqlite' ? 'integer' : 'bigint';
  await run(`alter table view_watches add column changes_after ${long} not null default 0`);
}
