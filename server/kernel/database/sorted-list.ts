import { type RawBuilder, sql } from 'kysely';
import type { Position } from '../sorted-cursor.ts';

/**
 * Without a column the rows share `value` and are sorted by id. So an index on (column, id) serves both directions, and
 * missing values come last in both.
 */
export interface Part {
  where: readonly RawBuilder<unknown>[];
  column: RawBuilder<unknown> | null;
  value?: string | null;
}

export function partsOf(column: RawBuilder<unknown>): Part[] {
  return [
    { where: [sql`${column} is not null`], column },
    { where: [sql`${column} is null`], column: null, value: null },
  ];
}

/** `value` is the sorted expression. */
export interface PartQuery {
  where: readonly RawBuilder<unknown>[];
  order: RawBuilder<unknown>;
  /** The same order, but SQLite sorts what it found, and walks along no index. */
  orderOfFound: RawBuilder<unknown>;
  value: RawBuilder<string | null>;
  limit: number;
  /** Not the rows behind this one. */
  upTo(last: Position): RawBuilder<boolean>;
}

/** Where a page of a list begins. */
export interface Place {
  /** The whole order is read backward; also where missing values come last in both directions. */
  isBackward: boolean;
  after: Position | null;
}

interface SortedRead<Row> extends Place {
  parts: readonly Part[];
  id: RawBuilder<unknown>;
  isDescending: boolean;
  limit: number;
  read(part: PartQuery): Promise<Row[]>;
}

/** Usually one statement: it reads the next part only when rows are missing. */
export async function readSorted<Row>(list: SortedRead<Row>): Promise<Row[]> {
  const { id, isBackward, after, limit, read } = list;
  const parts = isBackward ? list.parts.toReversed() : list.parts;
  const isDescending = list.isDescending !== isBackward;
  const first = after === null ? 0 : parts.findIndex((part) => isIn(part, after));
  const rows: Row[] = [];
  for (const [index, part] of parts.entries()) {
    if (index < first) continue;
    const { column } = part;
    const rest =
      after !== null && index === first ? [isBeside(column, id, after, isDescending ? sql`<` : sql`>`)] : [];
    const direction = isDescending ? sql`desc` : sql`asc`;
    const found = await read({
      where: [...part.where, ...rest],
      order: column ? sql`${column} ${direction}, ${id} ${direction}` : sql`${id} ${direction}`,
      orderOfFound: column ? sql`+${column} ${direction}, +${id} ${direction}` : sql`+${id} ${direction}`,
      value: column ? sql`${column}` : sql`${sql.lit(part.value ?? null)}`,
      limit: limit - rows.length,
      upTo: (last) => isBeside(column, id, last, isDescending ? sql`>=` : sql`<=`),
    });
    rows.push(...found);
    if (rows.length >= limit) break;
  }
  return rows;
}

function isIn(part: Part, { value }: Position): boolean {
  return part.column ? value !== null : part.value === value;
}

function isBeside(
  column: RawBuilder<unknown> | null,
  id: RawBuilder<unknown>,
  { value, id: of }: Position,
  operator: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return column ? sql`(${column}, ${id}) ${operator} (${value}, ${of})` : sql`${id} ${operator} ${of}`;
}
