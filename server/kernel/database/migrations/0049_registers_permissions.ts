import type { Step } from './columns.ts';
import { grantToBuiltIn } from './grant-to-built-in.ts';

/** Employees do not see what their location sells. */
export async function up(step: Step) {
  await grantToBuiltIn(step, 'registers.read', ['admin', 'manager', 'viewer']);
  await grantToBuiltIn(step, 'registers.manage', ['admin']);
}
