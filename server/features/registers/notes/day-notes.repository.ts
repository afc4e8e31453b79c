import type { DayNote } from '../../../../contract/day-notes.ts';
import type { Scope } from '../../../kernel/access.ts';
import type { Queryable, Transaction } from '../../../kernel/database/database.ts';
import type { SalesDayNotesTable } from '../../../kernel/database/schema.ts';
import { inScope } from '../../../kernel/scope.ts';
import { isOneOf } from '../../../platform/database/query.ts';

const columns = [
  'location_id',
  'business_date',
  'note',
  'is_closed',
  'updated_at',
  'updated_by_name',
] as const satisfies (keyof DayNote)[];

export interface NoteFilter {
  from: string;
  to: string;
  location?: readonly string[] | undefined;
}

export function listNotes(
  db: Queryable,
  scope: Scope,
  { from, to, location }: NoteFilter,
  limit: number,
): Promise<DayNote[]> {
  let query = db.selectFrom('sales_day_notes').select(columns);
  query = query.where('business_date', '>=', from).where('business_date', '<=', to);
  for (const condition of inScope(scope, 'location_id')) query = query.where(condition);
  if (location) query = query.where(isOneOf(db, 'location_id', location));
  return query.orderBy('business_date', 'desc').orderBy('location_id').limit(limit).execute();
}

export async function findNote(
  db: Queryable,
  location_id: string,
  business_date: string,
): Promise<DayNote | null> {
  const query = db.selectFrom('sales_day_notes').select(columns).where('location_id', '=', location_id);
  return (await query.where('business_date', '=', business_date).executeTakeFirst()) ?? null;
}

export async function upsertNote(tx: Transaction, row: SalesDayNotesTable): Promise<void> {
  const { location_id: _, business_date: __, ...changes } = row;
  const query = tx.insertInto('sales_day_notes').values(row);
  await query
    .onConflict((conflict) => conflict.columns(['location_id', 'business_date']).doUpdateSet(changes))
    .execute();
}

export async function deleteNote(tx: Transaction, location_id: string, business_date: string): Promise<void> {
  const query = tx.deleteFrom('sales_day_notes').where('location_id', '=', location_id);
  await query.where('business_date', '=', business_date).execute();
}
