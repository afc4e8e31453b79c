import { type Kysely, type MigrationLockOptions, PostgresAdapter, PostgresDialect, sql } from 'kysely';

/**
 * Migrations lock the row of their own table, until their transaction ends. Kysely's adapter takes an advisory lock,
 * which belongs to a session: poolers lose it, and other engines do not have it.
 */
export class RowLockDialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new RowLockAdapter();
  }
}

class RowLockAdapter extends PostgresAdapter {
  // biome-ignore lint/suspicious/noExplicitAny: Kysely's signature.
  override async acquireMigrationLock(tx: Kysely<any>, { lockTable, lockRowId }: MigrationLockOptions) {
    await sql`select 1 from ${sql.table(lockTable)} where id = ${lockRowId} for update`.execute(tx);
  }

  /** The end of the transaction does it. */
  override async releaseMigrationLock(): Promise<void> {}
}
