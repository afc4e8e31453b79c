import type { Step } from './columns.ts';

/**
 * The oldest migration that a server must know to work on this database. Servers since this migration read it. A
 * migration with `contractOf` raises it (docs/decisions/0086).
 */
export async function up({ run }: Step) {
  await run("insert into settings (key, value) values ('compatible_from', '0039_compatible_from')");
}
