import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { anyOf } from '../platform/database/query.ts';
import { invalid } from '../platform/http/errors.ts';

/** What the values of a column look like, so that a made-up cursor never gets to the database. */
export type ValueKind = 'text' | 'number' | 'boolean' | 'time' | 'day' | 'id';

interface Kind {
  kind: ValueKind;
  /** Of the first column only: rows without a value come last in both directions. */
  isOptional?: boolean;
}

export interface Column extends Kind {
  /** Texts are compared byte by byte, as cursors are. */
  of: RawBuilder<unknown>;
  isDescending: boolean;
}

/** The last columns together are unique. */
export type Order = readonly Column[];

/** The values of a row in the columns of its order. */
export type Position = readonly (string | number | boolean | null)[];

/** Where a page begins. `isBackward` reads the order from its end. */
export interface Place {
  isBackward: boolean;
  after: Position | null;
}

export const fromStart: Place = { isBackward: false, after: null };

/** Ids break ties in the direction of the sort, so that an index on both serves both directions. */
export function withId(column: Column, id: string, isDescending: boolean): Order {
  return [column, { of: sql.raw(id), kind: 'id', isDescending }];
}

/** Rows of an order that belong together by its first column: those with a value and those without, or those of a flag. */
export interface Part {
  where: readonly RawBuilder<boolean>[];
  /** Of these the ones about the first column. */
  among: readonly RawBuilder<boolean>[];
  /** In the direction in which they are read. Without the first one where all rows have the same value. */
  columns: Order;
  /** In these columns. */
  after: Position | null;
}

/** The parts of an order from a place on. Each is read along an index. */
export function partsFrom(order: Order, { isBackward, after }: Place): Part[] {
  const columns = isBackward ? reversed(order) : order;
  const groups = groupsOf(columns, isBackward);
  const begun = after === null ? 0 : groups.findIndex(({ has }) => has(after[0]));
  return groups
    .slice(begun)
    .map(({ among, isOne }, index) =>
      partOf(isOne ? columns.slice(1) : columns, among, index === 0 ? after : null),
    );
}

interface Group {
  among: RawBuilder<boolean>[];
  has(value: unknown): boolean;
  /** All have the same value. */
  isOne: boolean;
}

function groupsOf([first]: Order, isBackward: boolean): Group[] {
  if (!first) throw new Error('An order has a column');
  const { of, kind, isOptional, isDescending } = first;
  if (kind === 'boolean') {
    const values = isDescending ? [true, false] : [false, true];
    return values.map((one) => ({
      among: [sql`${of} = ${one}`],
      has: (value) => value === one,
      isOne: true,
    }));
  }
  if (!isOptional) return [{ among: [], has: () => true, isOne: false }];
  const filled = {
    among: [sql<boolean>`${of} is not null`],
    has: (value: unknown) => value !== null,
    isOne: false,
  };
  const empty = {
    among: [sql<boolean>`${of} is null`],
    has: (value: unknown) => value === null,
    isOne: true,
  };
  return isBackward ? [empty, filled] : [filled, empty];
}

function partOf(columns: Order, among: readonly RawBuilder<boolean>[], from: Position | null): Part {
  const after = from?.slice(-columns.length);
  return {
    where: [...among, ...(after ? [isBeyond(columns, after)] : [])],
    among,
    columns,
    after: after ?? null,
  };
}

/** The rows of a part up to this one, and the rest. */
export function splitAt({ where, among, columns }: Part, last: Position) {
  return { upTo: [...where, isUpTo(columns, last)], rest: partOf(columns, among, last) };
}

export function orderOf(columns: Order): RawBuilder<unknown> {
  return sql.join(columns.map(({ of, isDescending }) => sql`${of} ${isDescending ? sql`desc` : sql`asc`}`));
}

/** Columns of one direction are compared as one row, for which an index is read from there on. */
export function isBeyond(columns: Order, position: Position, orThere = false): RawBuilder<boolean> {
  const levels: RawBuilder<boolean>[] = [];
  for (let from = 0; from < columns.length; ) {
    const isDescending = columns[from]?.isDescending;
    const end = columns.findIndex((column, at) => at > from && column.isDescending !== isDescending);
    const to = end < 0 ? columns.length : end;
    const same = columns.slice(0, from).map(({ of }, at) => sql`${of} = ${position[at]}`);
    const sign = `${isDescending ? '<' : '>'}${orThere && to === columns.length ? '=' : ''}`;
    const values = position.slice(from, to).map((value) => sql`${value}`);
    const differs = sql`(${sql.join(columns.slice(from, to).map(({ of }) => of))}) ${sql.raw(sign)} (${sql.join(values)})`;
    levels.push(sql`(${sql.join([...same, differs], sql` and `)})`);
    from = to;
  }
  return anyOf(levels);
}

/** The rows before a position, and the one there. */
export function isUpTo(columns: Order, position: Position): RawBuilder<boolean> {
  return isBeyond(reversed(columns), position, true);
}

function reversed(columns: Order): Order {
  return columns.map((column) => ({ ...column, isDescending: !column.isDescending }));
}

/** Usually one statement: the part of rows without a value is read only when rows are missing. */
export async function readParts<Row>(
  parts: readonly Part[],
  limit: number,
  read: (part: Part, limit: number) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const part of parts) {
    rows.push(...(await read(part, limit - rows.length)));
    if (rows.length >= limit) break;
  }
  return rows;
}

/** Null for `last` on the last page. */
export async function readPage<Row>(
  limit: number,
  read: (limit: number) => Promise<Row[]>,
): Promise<{ rows: Row[]; last: Row | null }> {
  const found = await read(limit + 1);
  const rows = found.slice(0, limit);
  return { rows, last: found.length > limit ? (rows.at(-1) ?? null) : null };
}

/** The order, and whatever else the next page must be asked with. */
type Question = unknown;

/** `total` is that of the first page, so that no other one counts. */
export function encodeCursor(question: Question, position: Position, total = 0): string {
  return Buffer.from(JSON.stringify([digestOf(question), total, ...position])).toString('base64url');
}

/** Null for the first page. @throws ApiError 400 for a cursor of another question, and for anything else. */
export function decodeCursor(
  question: Question,
  kinds: readonly Kind[],
  text: string | undefined,
): { position: Position; total: number } | null {
  if (text === undefined) return null;
  const [digest, total, ...position] = parse(text);
  const isOurs =
    digest === digestOf(question) &&
    isValue(total, { kind: 'number' }) &&
    position.length === kinds.length &&
    kinds.every((kind, index) => isValue(position[index], kind));
  if (!isOurs)
    throw invalid({ path: 'after', message: 'Must be the next of an earlier page of the same list' });
  return { position: position as Position, total: total as number };
}

function digestOf(question: Question): string {
  return createHash('sha256').update(JSON.stringify(question)).digest('base64url').slice(0, 8);
}

function parse(text: string): unknown[] {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Array.isArray(parsed) ? parsed : [];
  } catch {
    return [];
  }
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function isValue(value: unknown, { kind, isOptional = false }: Kind): boolean {
  if (value === null) return isOptional;
  if (kind === 'number') return Number.isSafeInteger(value);
  if (kind === 'boolean') return typeof value === 'boolean';
  if (typeof value !== 'string' || value.includes('\0') || !value.isWellFormed()) return false;
  if (kind === 'id') return uuid.test(value);
  return kind === 'text' || isStoredTime(kind === 'day' ? `${value}T00:00:00.000Z` : value);
}

/** February 30 and the year 0 have the form of a time, but PostgreSQL refuses them. */
function isStoredTime(text: string): boolean {
  const time = new Date(text);
  return !Number.isNaN(time.getTime()) && time.toISOString() === text && time.getUTCFullYear() >= 1;
}

/** Of what is only read newest first. Neither value changes, so pages never shift. */
export interface Moment {
  created_at: string;
  id: string;
}

const newest = [{ kind: 'time' }, { kind: 'id' }] as const;

/** `of` names what is read. */
export function encodeMoment(of: string, { created_at, id }: Moment): string {
  return encodeCursor(of, [created_at, id]);
}

/** Null for the first page. @throws ApiError 400 as `decodeCursor`. */
export function decodeMoment(of: string, text: string | undefined): Moment | null {
  const [created_at, id] = decodeCursor(of, newest, text)?.position ?? [];
  return created_at === undefined ? null : { created_at: String(created_at), id: String(id) };
}
