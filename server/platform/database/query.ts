import { type Expression, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Queryable, Transaction } from './database.ts';

/** `column in ids` with all ids in one bind, so that their number has no limit. */
export function isOneOf(
  db: Queryable,
  column: Expression<string | null>,
  ids: readonly string[],
): RawBuilder<boolean> {
  return isInList(db, column, idList(db, ids));
}

/** Ids as the one bind that `isInList` takes. */
export function idList(db: Queryable, ids: readonly string[]): string {
  return db.dialect === 'sqlite' ? JSON.stringify(ids) : `{${ids.join()}}`;
}

/** `isOneOf` for a prepared query, whose list was made by `idList`. */
export function isInList(
  db: Queryable,
  column: Expression<string | null>,
  list: string,
): RawBuilder<boolean> {
  return db.dialect === 'sqlite'
    ? sql<boolean>`${column} in (select value from json_each(${list}))`
    : sql<boolean>`${column} = any(${list}::uuid[])`;
}

/** Locks the rows until the transaction ends; SQLite's write lock already holds everything. */
export function forUpdate<DB, TB extends keyof DB, O>(
  tx: Transaction,
  query: SelectQueryBuilder<DB, TB, O>,
): SelectQueryBuilder<DB, TB, O> {
  return tx.dialect === 'postgres' ? query.forUpdate() : query;
}

/** Rows whose `search` column holds one of the terms, which come folded from `searchTerms`. */
export function holdsOneOf(column: Expression<string>, terms: readonly string[]): RawBuilder<boolean> {
  const conditions = terms.map((term) => sql<boolean>`${column} like ${`%${escapeLike(term)}%`} escape '\\'`);
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`;
}

function escapeLike(term: string) {
  return term.replace(/[\\%_]/g, '\\$&');
}

/** True when the error is the given unique index refusing a second row. */
export function isUniqueViolation(
  error: unknown,
  { table, column }: { table: string; column: string },
): boolean {
  if (!(error instanceof Error)) return false;
  const { errcode, code, constraint } = error as Error & {
    errcode?: unknown;
    code?: unknown;
    constraint?: unknown;
  };
  if (errcode === 2067 || errcode === 1555) return error.message.includes(`${table}.${column}`);
  return code === '23505' && typeof constraint === 'string' && constraint.startsWith(`${table}_${column}`);
}

/** True when a row named by a foreign key is gone. */
export function isForeignKeyViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { errcode, code } = error as Error & { errcode?: unknown; code?: unknown };
  return errcode === 787 || code === '23503';
}

/** The next `updated_at` of a row: never the same twice, so that it can serve as the row's version. */
export function nextVersion(now: string, previous: string): string {
  return now > previous ? now : new Date(Date.parse(previous) + 1).toISOString();
}
