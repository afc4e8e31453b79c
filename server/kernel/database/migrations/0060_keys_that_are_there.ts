import type { Step } from './columns.ts';

/** Servers name neither index. */
export const contractOf = '0039_compatible_from';

/**
 * With the rows without a number in it, the statistics of SQLite said that one number finds all of them when nobody has
 * one: a lookup of a hundred numbers read all users. PostgreSQL does not count them.
 */
export async function up({ dialect, run }: Step) {
  if (dialect !== 'sqlite') return;
  await run(
    'drop index users_employee_number_key_unique',
    `create unique index users_employee_number_key_unique on users (employee_number_key)
       where employee_number_key is not null`,
    'drop index locations_number_key_unique',
    'create unique index locations_number_key_unique on locations (number_key) where number_key is not null',
  );
}
