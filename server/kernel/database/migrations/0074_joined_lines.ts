import type { Step } from './columns.ts';

/** A file may have a line for each location of a user, which are read as one. */
export async function up({ run }: Step) {
  await run('alter table run_lines add column joined text');
}
