import type { Step } from './columns.ts';

/** Saved views that tell their watchers when something enters them. */
export async function up({ run, columns: c }: Step) {
  await run(
    `create table view_watches (
      user_id ${c.uuid} not null references users (id) on delete cascade,
      view_id ${c.uuid} not null references list_views (id) on delete cascade,
      condition text not null check (condition in ('enters', 'not_empty')),
      delivery text not null check (delivery in ('now', 'daily')),
      seen_ids text not null,
      scope_key text not null,
      evaluated_at ${c.time('evaluated_at')} not null,
      changes_from ${c.time('changes_from')} not null,
      leased_until ${c.time('leased_until')},
      primary key (user_id, view_id)
    ) ${c.table}`,
    'create index view_watches_by_view on view_watches (view_id)',
    'create index view_watches_by_time on view_watches (evaluated_at)',
  );
}
