import type { Step } from './columns.ts';

/** All reasons of a line of a run, with what would mend them. */
export async function up({ run }: Step) {
  await run('alter table run_lines add column reasons text');
}
