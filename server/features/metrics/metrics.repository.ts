import { sql } from 'kysely';
import type { Queryable } from '../../kernel/database/database.ts';

export function findWaitingEmails(db: Queryable) {
  return db
    .selectFrom('mail_outbox')
    .select((eb) => [eb.fn.countAll<number>().as('waiting'), eb.fn.min('created_at').as('oldest')])
    .where('state', '=', 'pending')
    .executeTakeFirstOrThrow();
}

/** Lines that planning and applying still have to do. */
export async function countRunLinesLeft(db: Queryable): Promise<number> {
  const row = await db
    .selectFrom('runs')
    .select(sql<number | null>`sum(total - done)`.as('left'))
    .where('state', 'in', ['planning', 'applying'])
    .executeTakeFirst();
  return Number(row?.left ?? 0);
}

/** Work that register files left, and what of it failed and is left out. */
export async function countRegisterTasks(db: Queryable): Promise<{ waiting: number; failed: number }> {
  const row = await db
    .selectFrom('register_tasks')
    .select((eb) => [eb.fn.countAll<number>().as('all'), eb.fn.count<number>('problem').as('failed')])
    .executeTakeFirstOrThrow();
  return { waiting: Number(row.all) - Number(row.failed), failed: Number(row.failed) };
}

/** Files that wait for their location or their date, when the newest came, and working connections that are silent since then. */
export async function findRegisterFiles(db: Queryable, silentSince: string) {
  const query = sql<{ waiting: number; newest: string | null; silent: number }>`select
    (select count(*) from register_files where outcome = 'waiting') as waiting,
    (select max(received_at) from register_files) as newest,
    (select count(*) from register_connections where revoked_at is null and last_file_at < ${silentSince}) as silent`;
  const [row] = (await query.execute(db)).rows;
  return { waiting: Number(row?.waiting), newest: row?.newest ?? null, silent: Number(row?.silent) };
}

export async function findSigningKeyTime(db: Queryable): Promise<string | null> {
  const row = await db
    .selectFrom('auth_keys')
    .select('created_at')
    .where('state', '=', 'current')
    .executeTakeFirst();
  return row?.created_at ?? null;
}

export async function findDatabaseBytes(db: Queryable): Promise<number> {
  const query =
    db.dialect === 'sqlite'
      ? sql<{ n: number }>`select page_count * page_size as n from pragma_page_count(), pragma_page_size()`
      : sql<{ n: number }>`select pg_database_size(current_database()) as n`;
  return Number((await query.execute(db)).rows[0]?.n ?? 0);
}
