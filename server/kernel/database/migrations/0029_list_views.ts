import type { Step } from './columns.ts';

/** Saved views of the lists. A shared one stays when its owner is deleted; the personal ones are deleted with them. */
export async function up({ run, columns: c }: Step) {
  await run(
    `create table list_views (
      id ${c.uuid} primary key,
      owner_id ${c.uuid} references users (id) on delete set null,
      list text not null check (list in ('users', 'locations')),
      name text not null,
      sort_name ${c.key},
      query text not null,
      is_shared ${c.boolean('is_shared')} not null,
      created_at ${c.time('created_at')} not null,
      created_by ${c.uuid},
      created_from text,
      updated_at ${c.time('updated_at')} not null,
      updated_by ${c.uuid},
      updated_by_name text not null
    ) ${c.table}`,
    'create index list_views_by_owner on list_views (owner_id)',
  );
}
