import type { Step } from './columns.ts';

/** Which known browsers have given the second factor too: strangers' guesses do not count for them. */
export async function up({ columns: c, run }: Step) {
  await run(`alter table auth_devices add column second_factor_at ${c.time('second_factor_at')}`);
}
