import type { Step } from './columns.ts';

/**
 * A link of the audit to a store carries the time of its entry, so that the newest entries of a store are found by
 * walking one index, however many it has.
 */
export async function up({ dialect, run }: Step) {
  await (dialect === 'sqlite' ? sqliteTime(run) : postgresTime(run));
  await run(
    'create index audit_entry_locations_by_location on audit_entry_locations (location_id, at desc, entry_id desc)',
  );
}

/** SQLite adds no column that must not be null: the table is made anew, and its triggers with it. */
async function sqliteTime(run: Step['run']) {
  await run(
    `create table audit_entry_locations_new (
      entry_id text not null references audit_entries (id) on delete cascade,
      location_id text not null,
      at text not null check (at glob '[0-9]*-[0-9]*-[0-9]*T[0-9]*:[0-9]*:[0-9]*.[0-9]*Z'),
      location_name text not null,
      change text check (change in ('added', 'removed')),
      primary key (entry_id, location_id)
    ) strict, without rowid`,
    `insert into audit_entry_locations_new (entry_id, location_id, at, location_name, change)
      select link.entry_id, link.location_id, entry.at, link.location_name, link.change
      from audit_entry_locations as link join audit_entries as entry on entry.id = link.entry_id`,
    'drop table audit_entry_locations',
    'alter table audit_entry_locations_new rename to audit_entry_locations',
  );
  for (const change of ['update', 'delete']) {
    await run(`create trigger audit_entry_locations_no_${change} before ${change} on audit_entry_locations
      begin select raise(abort, 'The audit cannot be changed'); end`);
  }
}

async function postgresTime(run: Step['run']) {
  await run(
    'drop index audit_entry_locations_by_location',
    'alter table audit_entry_locations add column at timestamptz(3)',
    // Writes what the entries say already; nobody else may.
    'alter table audit_entry_locations disable trigger audit_entry_locations_append_only',
    `update audit_entry_locations as link set at = entry.at
      from audit_entries as entry where entry.id = link.entry_id`,
    'alter table audit_entry_locations enable trigger audit_entry_locations_append_only',
    'alter table audit_entry_locations alter column at set not null',
  );
}
