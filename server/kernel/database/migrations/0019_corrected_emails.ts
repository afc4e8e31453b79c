import type { Step } from './columns.ts';

/** Who asked for the link, where it was not its owner: somebody who corrected the owner's email. */
export async function up({ columns: c, run }: Step) {
  await run(`alter table auth_one_time_tokens add column requested_by ${c.uuid}`);
}
