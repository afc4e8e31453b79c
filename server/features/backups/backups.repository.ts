import { type Insertable, sql } from 'kysely';
import type { Queryable, Transaction } from '../../kernel/database/database.ts';
import type { BackupsTable } from '../../kernel/database/schema.ts';
import { forUpdate, isFound } from '../../platform/database/query.ts';

/** The setting with the time from which the next backup may be made. */
const nextBackup = 'next_backup_at';

export async function insertBackup(tx: Transaction, row: Insertable<BackupsTable>): Promise<void> {
  await tx.insertInto('backups').values(row).execute();
}

export async function findLast(db: Queryable, kind: 'proven' | 'failed' | 'notified') {
  const row = await db
    .selectFrom('backups')
    .select(['made_at', 'proof_ms', 'problem'])
    .$if(kind === 'proven', (query) => query.where('is_proven', '=', true))
    .$if(kind === 'failed', (query) => query.where('problem', 'is not', null))
    .$if(kind === 'notified', (query) => query.where('is_notified', '=', true))
    .orderBy('made_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

const farMs = 8 * 86_400_000;

/** A time further away than the longest interval was set by a clock that was ahead. */
function isDue(value: string, at: string): boolean {
  return value <= at || Date.parse(value) > Date.parse(at) + farMs;
}

/** Whether the turn has come, without a change. */
export async function isTurnDue(db: Queryable, at: string): Promise<boolean> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', nextBackup)
    .executeTakeFirst();
  return row === undefined || isDue(row.value, at);
}

/** Takes the turn, so that one of several servers makes the backup. False when another one has it. */
export async function takeTurn(tx: Transaction, at: string, next: string): Promise<boolean> {
  const settings = forUpdate(tx, tx.selectFrom('settings').select('value').where('key', '=', nextBackup));
  const row = await settings.executeTakeFirst();
  if (row) {
    if (!isDue(row.value, at)) return false;
    await tx.updateTable('settings').set({ value: next }).where('key', '=', nextBackup).execute();
    return true;
  }
  // Two servers may come here at once.
  const setting = tx.insertInto('settings').values({ key: nextBackup, value: next });
  return isFound(setting.onConflict((conflict) => conflict.doNothing()).returning('key'));
}

export async function deleteBefore(tx: Transaction, before: string): Promise<void> {
  await tx.deleteFrom('backups').where('made_at', '<', before).execute();
}

/** What the manifest of a backup says about its rows. */
export async function countRows(db: Queryable, tables: readonly string[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db);
    counts[table] = rows[0]?.n ?? 0;
  }
  return counts;
}

export async function findLastAuditEntry(db: Queryable): Promise<string | null> {
  const row = await db
    .selectFrom('audit_entries')
    .select('id')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

export function listRandomRows(db: Queryable, table: 'users' | 'locations', limit: number) {
  return db.selectFrom(table).select(['id', 'updated_at']).orderBy(sql`random()`).limit(limit).execute();
}
