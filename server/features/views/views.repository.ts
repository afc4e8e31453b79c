import type { RawBuilder } from 'kysely';
import type { Queryable, Transaction } from '../../kernel/database/database.ts';
import { insertOf } from '../../kernel/database/database.ts';
import type { ListViewsTable } from '../../kernel/database/schema.ts';
import { forUpdate } from '../../platform/database/query.ts';

const columns = ['id', 'owner_id', 'list', 'name', 'query', 'is_shared', 'updated_at'] as const;
export type ViewRow = Pick<ListViewsTable, (typeof columns)[number]>;

function visible(db: Queryable, userId: string | null) {
  return db
    .selectFrom('list_views')
    .select(columns)
    .where((eb) => eb.or([eb('owner_id', '=', userId), eb('is_shared', '=', true)]));
}

export function listViews(db: Queryable, userId: string | null): Promise<ViewRow[]> {
  return visible(db, userId).orderBy('sort_name').orderBy('id').execute();
}

export async function findView(db: Queryable, userId: string | null, id: string): Promise<ViewRow | null> {
  return (await visible(db, userId).where('id', '=', id).executeTakeFirst()) ?? null;
}

/** Also null for the personal view of somebody else. */
export async function lockView(tx: Transaction, userId: string | null, id: string) {
  const query = visible(tx, userId)
    .select(['created_by', 'created_from', 'updated_by', 'updated_by_name'])
    .where('id', '=', id);
  return (await forUpdate(tx, query).executeTakeFirst()) ?? null;
}

export async function findSharedName(db: Queryable, id: string): Promise<string> {
  const query = db.selectFrom('list_views').select('name').where('id', '=', id).where('is_shared', '=', true);
  return (await query.executeTakeFirst())?.name ?? '';
}

export async function countViewsOf(db: Queryable, userId: string | null): Promise<number> {
  const row = await db
    .selectFrom('list_views')
    .select((eb) => eb.fn.countAll<number>().as('views'))
    .where('owner_id', '=', userId)
    .executeTakeFirstOrThrow();
  return row.views;
}

/** For `createOnce`. */
export function viewInsert(row: ListViewsTable): RawBuilder<unknown> {
  return insertOf('list_views', row);
}

export function updateView(tx: Transaction, id: string, changes: Partial<ListViewsTable>): Promise<ViewRow> {
  const query = tx.updateTable('list_views').set(changes).where('id', '=', id).returning(columns);
  return query.executeTakeFirstOrThrow();
}

export async function deleteView(tx: Transaction, id: string): Promise<void> {
  await tx.deleteFrom('list_views').where('id', '=', id).execute();
}

export async function deletePersonalViews(tx: Transaction, userId: string): Promise<void> {
  await tx.deleteFrom('list_views').where('owner_id', '=', userId).where('is_shared', '=', false).execute();
}
