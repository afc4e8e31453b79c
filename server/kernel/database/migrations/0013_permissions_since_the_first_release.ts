import type { Step } from './columns.ts';
import { grantToBuiltIn } from './grant-to-built-in.ts';

/**
 * Brings databases of all releases to one state. The first migration once inserted the permissions of the release that
 * ran it, so older databases lack these three; and 0011 once made no index.
 */
export async function up(step: Step) {
  await grantToBuiltIn(step, 'users.invite', ['admin', 'manager']);
  await grantToBuiltIn(step, 'users.sessions', ['admin']);
  await grantToBuiltIn(step, 'users.reset_factor', ['admin']);
  await step.run(
    'create index if not exists auth_users_vouched_by on auth_users (vouched_by) where vouched_by is not null',
  );
}
