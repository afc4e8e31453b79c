import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Queryable } from './database.ts';
import type { Dialect } from './driver.ts';

/** A database or a transaction. */
interface Of {
  dialect: Dialect;
}

type ValueType = 'uuid' | 'text' | 'integer' | 'boolean' | 'timestamptz' | 'json' | 'jsonb';

/**
 * Keeps the read prepared. Its text needs few variants, and its best plan must not depend on its values: a search on
 * PostgreSQL would skip its trigram index (decision 15).
 */
export async function readOften<Tables, Row>(db: Queryable<Tables>, query: RawBuilder<Row>): Promise<Row[]> {
  const compiled = query.compile(db);
  if ('readPrepared' in db) return db.readPrepared<Row>(compiled.sql, compiled.parameters);
  return (await db.executeQuery(compiled)).rows;
}

/**
 * All values are one parameter: their number has no limit, and the text of the statement stays the same, which the
 * database parses and caches. The column is a constant of the code, such as 'users.id'.
 */
export function isOneOf(
  db: Of,
  column: string,
  values: readonly string[],
  type: ValueType = 'uuid',
): RawBuilder<boolean> {
  const left = sql.raw(column);
  return db.dialect === 'sqlite'
    ? sql`${left} in (select value from json_each(${JSON.stringify(values)}))`
    : sql`${left} = any(${arrayOf(values)}::${sql.raw(type)}[])`;
}

/** A table `list` with the column `value`, in one parameter like `isOneOf`. */
export function listOf(db: Of, values: readonly string[], type: ValueType = 'uuid'): RawBuilder<unknown> {
  return db.dialect === 'sqlite'
    ? sql`json_each(${JSON.stringify(values)}) as list`
    : sql`unnest(${arrayOf(values)}::${sql.raw(type)}[]) as list (value)`;
}

/**
 * A table `list` with the members of these rows, in one parameter like `listOf`. They are texts, except those of `types`, which has
 * all when there may be no row. On SQLite `json` and `jsonb` are texts, and a boolean is 0 or 1.
 */
export function rowsOf<Row extends object>(
  db: Of,
  types: Partial<Record<keyof Row & string, ValueType>>,
  rows: readonly Row[],
): RawBuilder<unknown> {
  const columns = Object.entries<ValueType>({
    ...Object.fromEntries(Object.keys(rows[0] ?? {}).map((name) => [name, 'text'])),
    ...types,
  });
  const list = (format: (column: [name: string, type: string]) => string) =>
    sql.raw(columns.map(format).join());
  const json = JSON.stringify(rows);
  return db.dialect === 'sqlite'
    ? sql`(select ${list(([name]) => `value ->> '${name}' as ${name}`)} from json_each(${json})) as list`
    : sql`json_to_recordset(${json}::json) as list (${list((column) => column.join(' '))})`;
}

/** The values of a column in one text, separated by commas. The column is a constant of the code. */
export function joined(db: Of, column: string): RawBuilder<string> {
  const value = sql.raw(column);
  return db.dialect === 'sqlite' ? sql`group_concat(${value})` : sql`string_agg(${value}, ',')`;
}

/** Each condition is a lookup by itself, because SQLite reads all rows for an `or`. False is left out. */
export function isFoundByOneOf(
  table: string,
  conditions: readonly (RawBuilder<boolean> | false)[],
): RawBuilder<boolean> {
  const id = sql.ref(`${table}.id`);
  const lookups = conditions
    .filter((condition) => condition !== false)
    .map((condition) => sql`select ${id} from ${sql.table(table)} where ${condition}`);
  return lookups.length === 0 ? anyOf([]) : sql`${id} in (${sql.join(lookups, sql` union `)})`;
}

/** Ids are not escaped: escaping a thousand took longer than reading them. */
function arrayOf(values: readonly string[]): string {
  if (values.length === 0) return '{}';
  const isPlain = values.every((value) => !/["\\]/.test(value));
  const escaped = isPlain ? values : values.map((value) => value.replace(/["\\]/g, '\\$&'));
  return `{"${escaped.join('","')}"}`;
}

/** Some rows at a time: SQLite takes 32,766 values in a statement. */
export function* inParts<Row>(rows: readonly Row[], atOnce = 200): Generator<Row[]> {
  for (let at = 0; at < rows.length; at += atOnce) yield rows.slice(at, at + atOnce);
}

/** Nothing for no conditions: SQLite counts a table 30 times as fast without `where`. */
export function whereAll(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`;
}

/** Whether the query finds, or changes, a row. */
export async function isFound(query: { executeTakeFirst(): Promise<unknown> }): Promise<boolean> {
  return (await query.executeTakeFirst()) !== undefined;
}

/** False for no conditions. */
export function anyOf(conditions: readonly RawBuilder<unknown>[]): RawBuilder<boolean> {
  return conditions.length === 0 ? sql`(1 = 0)` : sql`(${sql.join(conditions, sql` or `)})`;
}

/** SQLite's write lock already covers the rows. */
export function forUpdate<DB, TB extends keyof DB, O>(
  tx: Of,
  query: SelectQueryBuilder<DB, TB, O>,
): SelectQueryBuilder<DB, TB, O> {
  return tx.dialect === 'postgres' ? query.forUpdate() : query;
}

export function escapeLike(term: string) {
  return term.replace(/[\\%_]/g, '\\$&');
}

/** Of this column, or of any. */
export function isUniqueViolation(error: unknown, of?: { table: string; column: string }): boolean {
  if (!(error instanceof Error)) return false;
  const { errcode, code, constraint } = error as Error & {
    errcode?: unknown;
    code?: unknown;
    constraint?: unknown;
  };
  if (!of) return errcode === 2067 || errcode === 1555 || code === '23505';
  const { table, column } = of;
  if (errcode === 2067 || errcode === 1555) return error.message.includes(`${table}.${column}`);
  return code === '23505' && typeof constraint === 'string' && constraint.startsWith(`${table}_${column}`);
}

export function isForeignKeyViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { errcode, code } = error as Error & { errcode?: unknown; code?: unknown };
  return errcode === 787 || code === '23503';
}
