import { type Insertable, type RawBuilder, sql } from 'kysely';
import type * as database from '../../platform/database/database.ts';
import type * as driver from '../../platform/database/driver.ts';
import type { Tables } from './schema.ts';

export type Driver = driver.Driver<Tables>;
export type Database = database.Database<Tables>;
export type Transaction = database.Transaction<Tables>;
/** The first parameter of a repository function. */
export type Queryable = database.Queryable<Tables>;
export type Ending<Item> = database.Ending<Tables, Item>;

/** Building the statement by columns takes three times as long. */
export function insertOf<Table extends keyof Tables & string>(
  table: Table,
  row: Insertable<Tables[Table]>,
): RawBuilder<unknown> {
  const columns = Object.keys(row).join();
  return sql`insert into ${sql.raw(`${table} (${columns})`)} values (${sql.join(Object.values(row))})`;
}

/** The row is larger than the free space in an existing page. */
export async function trySaving(tx: Transaction): Promise<void> {
  const key = 'try_change';
  await tx
    .insertInto('settings')
    .values({ key, value: '.'.repeat(10_000) })
    .execute();
  await tx.deleteFrom('settings').where('key', '=', key).execute();
}
