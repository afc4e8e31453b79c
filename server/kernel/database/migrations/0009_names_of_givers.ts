import type { Step } from './columns.ts';

/** Whoever gave a role or a store is named as they were called then, also when they are gone since. */
export async function up({ run }: Step) {
  for (const table of ['user_roles', 'user_locations']) {
    await run(
      `alter table ${table} add column granted_by_name text`,
      // Of who is gone already only the audit tells.
      `update ${table} set granted_by_name =
        (select coalesce(nullif(users.full_name, ''), users.email) from users where users.id = ${table}.granted_by)`,
    );
  }
}
