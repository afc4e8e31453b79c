import type { Step } from './columns.ts';

/** Runs that change many rows, their lines, and which run caused an audit entry. */
export async function up({ run, columns: c }: Step) {
  await run(
    `create table runs (
      id ${c.uuid} primary key,
      kind text not null check (kind in ('import', 'bulk', 'undo')),
      about text not null check (about in ('users', 'locations')),
      title text not null,
      state text not null,
      file text,
      options text,
      act text,
      undo_of ${c.uuid},
      total integer not null,
      done integer not null,
      planned text not null,
      applied text not null,
      confirm integer,
      problem text,
      ip text not null,
      user_agent text not null,
      leased_until ${c.time('leased_until')},
      ended_at ${c.time('ended_at')},
      created_at ${c.time('created_at')} not null,
      created_by ${c.uuid},
      created_from text,
      updated_at ${c.time('updated_at')} not null,
      updated_by ${c.uuid},
      updated_by_name text not null
    ) ${c.table}`,
    'create index runs_by_creator on runs (created_by, created_at desc)',
    "create index runs_at_work on runs (leased_until) where state in ('planning', 'applying')",
    `create table run_lines (
      run_id ${c.uuid} not null references runs (id) on delete cascade,
      line integer not null,
      cells text,
      asked text,
      subject_id ${c.uuid},
      subject_name text not null,
      planned text,
      version ${c.time('version')},
      result text,
      reason text,
      changes text not null,
      undo text,
      primary key (run_id, line)
    ) ${c.linkTable}`,
    'create index run_lines_to_plan on run_lines (run_id, line) where planned is null',
    'create index run_lines_to_apply on run_lines (run_id, line) where result is null',
    `create table run_keys (
      run_id ${c.uuid} not null references runs (id) on delete cascade,
      key text not null,
      line integer not null,
      primary key (run_id, key)
    ) ${c.linkTable}`,
    `alter table audit_entries add column run_id ${c.uuid}`,
  );
}
