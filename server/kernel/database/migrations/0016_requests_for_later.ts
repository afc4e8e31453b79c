import type { Step } from './columns.ts';

/** What somebody not signed in asked for and is done later, and their attempts that the audit does not list one by one. */
export async function up({ columns: c, run }: Step) {
  await run(
    `create table auth_requests (
      id ${c.uuid} primary key,
      kind text not null,
      email text not null,
      detail text,
      ip text not null,
      user_agent text not null,
      created_at ${c.time('created_at')} not null
    ) ${c.table}`,
    'create index auth_requests_by_time on auth_requests (created_at)',
    `create table auth_unlisted (
      hour ${c.time('hour')} not null,
      action text not null,
      network text not null,
      email text not null,
      attempts integer not null,
      primary key (hour, action, network, email)
    ) ${c.linkTable}`,
  );
}
