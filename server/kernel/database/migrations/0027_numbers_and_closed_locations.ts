import type { Step } from './columns.ts';

/** Locations and users get an optional number, unique in its folded form; locations a day on which they closed. */
export async function up({ run, columns }: Step) {
  await run(
    'alter table locations add column number text',
    `alter table locations add column number_key ${columns.key}`,
    'alter table locations add column closed_on text',
    'create unique index locations_number_key_unique on locations (number_key)',
    'alter table users add column employee_number text',
    `alter table users add column employee_number_key ${columns.key}`,
    'create unique index users_employee_number_key_unique on users (employee_number_key)',
  );
}
