import type { Step } from './columns.ts';
import { grantToBuiltIn } from './grant-to-built-in.ts';

/** What a positive amount of over and short means is no standard. Who stood at a till is not for all who read sales. */
export async function up(step: Step) {
  await step.run(
    `alter table register_connections add column over_short_sign text not null default 'undecided'
      check (over_short_sign in ('undecided', 'over', 'short'))`,
  );
  await grantToBuiltIn(step, 'registers.cashiers', ['admin']);
}
