import type { Step } from './columns.ts';

/**
 * Roles get makers and versions, as people and stores have. An audit entry names its stores as they were
 * called then, says which of them came or went, and can be neither changed nor deleted.
 */
export async function up({ columns: c, run, dialect }: Step) {
  await run(
    `alter table roles add column created_by ${c.uuid}`,
    'alter table roles add column created_from text',
    `alter table roles add column updated_by ${c.uuid}`,
    // The built-in ones came with the product.
    "alter table roles add column updated_by_name text not null default 'The installation'",
    "alter table audit_entry_locations add column location_name text not null default ''",
    "alter table audit_entry_locations add column change text check (change in ('added', 'removed'))",
    'create index audit_entries_by_actor on audit_entries (actor_id, at desc)',
    'create index audit_entries_by_action on audit_entries (action, at desc)',
  );
  await (dialect === 'sqlite' ? sqliteAppendOnly(run) : postgresAppendOnly(run));
}

const tables = ['audit_entries', 'audit_entry_locations'];

async function sqliteAppendOnly(run: Step['run']) {
  for (const table of tables) {
    for (const change of ['update', 'delete']) {
      await run(`create trigger ${table}_no_${change} before ${change} on ${table}
        begin select raise(abort, 'The audit cannot be changed'); end`);
    }
  }
}

async function postgresAppendOnly(run: Step['run']) {
  await run(`create function refuse_audit_change() returns trigger language plpgsql as $$
    begin raise exception 'The audit cannot be changed'; end $$`);
  for (const table of tables) {
    await run(`create trigger ${table}_append_only before update or delete on ${table}
      for each row execute function refuse_audit_change()`);
  }
}
