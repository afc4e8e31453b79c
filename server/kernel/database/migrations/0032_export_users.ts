import type { Step } from './columns.ts';
import { grantToBuiltIn } from './grant-to-built-in.ts';

/** Until now whoever could see users could export them: every employee could take the contact list home. */
export async function up(step: Step) {
  await grantToBuiltIn(step, 'users.export', ['admin', 'manager']);
}
