import type { Step } from './columns.ts';
import { grantToBuiltIn } from './grant-to-built-in.ts';

/** What administrators set on the screen, as JSON: one row, which their changes lock. */
export async function up(step: Step) {
  await step.run("insert into settings (key, value) values ('organization', '{}')");
  await grantToBuiltIn(step, 'settings.update', ['admin']);
}
