import { type Expression, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Queryable, Transaction } from './database.ts';

type ValueType = 'uuid' | 'text';

/**
 * `column in values` with all values in one bind. So their number has no limit, and the text of the statement does not
 * depend on it: each text that a database gets is one more statement to parse, and to keep.
 */
export function isOneOf(
  db: Queryable,
  column: Expression<string | null>,
  values: readonly string[],
  type: ValueType = 'uuid',
): RawBuilder<boolean> {
  return db.dialect === 'sqlite'
    ? sql`${column} in (select value from json_each(${JSON.stringify(values)}))`
    : sql`${column} = any(${arrayOf(values)}::${sql.raw(type)}[])`;
}

/** Values as the table `list` with the column `value`, to be selected from; in one bind, as those of `isOneOf`. */
export function listOf(
  db: Queryable,
  values: readonly string[],
  type: ValueType = 'uuid',
): RawBuilder<unknown> {
  return db.dialect === 'sqlite'
    ? sql`json_each(${JSON.stringify(values)}) as list`
    : sql`unnest(${arrayOf(values)}::${sql.raw(type)}[]) as list (value)`;
}

/** Rows as the table `list`, with these columns; in one bind, as the values of `listOf`. */
export function rowsOf<Column extends string>(
  db: Queryable,
  columns: Record<Column, ValueType>,
  rows: readonly Record<Column, string | null>[],
): RawBuilder<unknown> {
  const json = JSON.stringify(rows);
  const list = (format: (name: string, type: string) => string) =>
    sql.raw(
      Object.entries<ValueType>(columns)
        .map(([name, type]) => format(name, type))
        .join(),
    );
  return db.dialect === 'sqlite'
    ? sql`(select ${list((name) => `value ->> '${name}' as ${name}`)} from json_each(${json})) as list`
    : sql`json_to_recordset(${json}::json) as list (${list((name, type) => `${name} ${type}`)})`;
}

/** PostgreSQL's way to write an array. */
function arrayOf(values: readonly string[]): string {
  return `{${values.map((value) => `"${value.replace(/["\\]/g, '\\$&')}"`).join()}}`;
}

/** `where` all of the conditions; nothing without any, because SQLite counts a table thirty times as fast without. */
export function whereAll(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`;
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
