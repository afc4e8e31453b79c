import type { Step } from './columns.ts';

/**
 * The guard of the audit also stands before `truncate`, which meets no trigger for rows. SQLite has no such
 * statement.
 */
export async function up({ dialect, run }: Step) {
  if (dialect === 'sqlite') return;
  for (const table of ['audit_entries', 'audit_entry_locations']) {
    await run(`create trigger ${table}_not_emptied before truncate on ${table}
      for each statement execute function refuse_audit_change()`);
  }
}
