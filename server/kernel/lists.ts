import { type RawBuilder, sql } from 'kysely';
import { countedMaxRows, filterValuesMax } from '../../contract/fields/limits.ts';
import type { ListPosition, ListValues } from '../../contract/lists/list.ts';
import type { Filter, Filters, Sort } from '../../contract/lists/list-filters.ts';
import { yieldToRequests } from '../platform/background/background.ts';
import { isOneOf } from '../platform/database/query.ts';
import { invalid } from '../platform/http/errors.ts';
import type { Authorized } from './access.ts';
import { reader } from './context.ts';
import type { Queryable } from './database/database.ts';
import { bestOrder, foundBy, type InTiers } from './database/search-tiers.ts';
import {
  decodeCursor,
  encodeCursor,
  fromStart,
  type Order,
  type Place,
  type Position,
  readPage,
} from './paging.ts';
import { remembered } from './scope.ts';

export const newestFirst = { field: 'created_at', isDescending: true } as const;

/** Rows that a list counts: one more says that there are more. */
export const countedMost = countedMaxRows + 1;

export function presentTotal(counted: number) {
  return { total: Math.min(counted, countedMaxRows), is_total_exact: counted <= countedMaxRows };
}

interface ListFilter<Field extends string = never> {
  q: string | undefined;
  filters: Filters<Field>;
  ids?: readonly string[] | undefined;
}

/** What the search, the ids and the fields of a filter ask for. `conditionOf` is never null, because `not null` is null. */
export function conditionsOf<Field extends string>(
  db: Queryable,
  { table, searched }: Pick<InTiers, 'table' | 'searched'>,
  { q, filters, ids }: ListFilter<Field>,
  conditionOf: (field: Field, values: readonly string[], isNot: boolean) => RawBuilder<boolean>,
): RawBuilder<boolean>[] {
  const fields = Object.entries(filters) as [Field, Filter][];
  return [
    ...(ids ? [isOneOf(db, `${table}.id`, ids)] : []),
    ...(q ? foundBy(q, searched) : []),
    ...fields.map(([field, { isNot, values }]) => {
      const condition = conditionOf(field, values, isNot);
      return isNot ? sql<boolean>`not ${condition}` : condition;
    }),
  ];
}

export function isWhole({ q, filters, ids }: ListFilter): boolean {
  return !q && !ids && Object.keys(filters).length === 0;
}

/** The reads of a list: the repository of its feature. */
interface List<Filter, Field extends string, Row> {
  table: string;
  orderFor(sort: Sort<Field>): Order;
  /** In the order of `readBest` for one of its rows. */
  positionOf(row: Row, sort: Sort<Field>): Position;
  readRows(db: Queryable, filter: Filter, order: Order, place: Place, limit: number): Promise<Row[]>;
  /** The matches of the search, the best first. */
  readBest(db: Queryable, filter: Filter, after: Position | null, limit: number): Promise<Row[]>;
  /** All, or those before a position. More than `most` need not be counted. */
  countRows(db: Queryable, filter: Filter, options: Counting): Promise<number>;
  /** A filter that finds the same rows sooner. */
  narrowed?(db: Queryable, filter: Filter): Promise<Filter>;
}

export interface Counting {
  most?: number;
  before?: { order: Order; position: Position };
}

interface PageOf<Field extends string> {
  /** With the filter, the question that a cursor belongs to. */
  selection: { sort?: Sort<Field> | null | undefined };
  from?: 'end' | 'best' | undefined;
  after?: string | undefined;
  limit: number;
}

/**
 * A page as `present` shows its rows. Every first page has the total of the whole list, so that is remembered. @throws ApiError 400 for an `after` of another question, and for what `from=best`, an
 * order of its own, cannot be combined with.
 */
export async function readListPage<Filter extends ListFilter, Field extends string, Row, Shown>(
  ctx: Authorized,
  list: List<Filter, Field, Row>,
  whole: Filter,
  { selection, from, after, limit }: PageOf<Field>,
  present: (rows: Row[]) => Promise<Shown>,
) {
  const db = reader(ctx);
  if (from === 'best' && (!whole.q || selection.sort || whole.ids))
    throw invalid({ path: 'from', message: 'best needs q, and goes without sort and ids' });
  const sort = sortOf(selection);
  const order = from === 'best' ? bestOrder : list.orderFor(sort);
  const question = [selection, from];
  const place = decodeCursor(question, order, after);
  const position = place?.position ?? null;
  const filter = (await list.narrowed?.(db, whole)) ?? whole;
  const { rows, last } = await readPage(limit, (limit) =>
    from === 'best'
      ? list.readBest(db, filter, position, limit)
      : list.readRows(db, filter, order, { isBackward: from === 'end', after: position }, limit),
  );
  const count = () => list.countRows(db, filter, { most: countedMost });
  const countAll = () => (isWhole(filter) ? remembered(ctx, list.table, 5000, count) : count());
  const [total, shown] = await Promise.all([
    place?.total ?? (last ? countAll() : rows.length),
    present(rows),
  ]);
  const next = last && encodeCursor(question, list.positionOf(last, sort), total);
  return { ...shown, ...presentTotal(total), next };
}

function sortOf<Field extends string>({ sort }: PageOf<Field>['selection']): Sort<Field> {
  return (sort ?? newestFirst) as Sort<Field>;
}

/** Also of a row that does not match (any more). Null for one that is not there. */
export async function findPosition<
  Filter extends ListFilter,
  Field extends string,
  Row extends { id: string },
>(
  ctx: Authorized,
  list: List<Filter, Field, Row>,
  whole: Filter,
  selection: PageOf<Field>['selection'],
  id: string,
): Promise<ListPosition | null> {
  const db = reader(ctx);
  const sort = sortOf(selection);
  const order = list.orderFor(sort);
  const one = async (filter: Filter) =>
    (await list.readRows(db, { ...filter, ids: [id] }, order, fromStart, 1))[0];
  const row = await one({ ...whole, q: undefined, filters: {} });
  if (!row) return null;
  const position = list.positionOf(row, sort);
  const filter = (await list.narrowed?.(db, whole)) ?? whole;
  const isIn = (await one(whole)) !== undefined;
  const [previous] = await list.readRows(db, filter, order, { isBackward: true, after: position }, 1);
  const [next] = await list.readRows(db, filter, order, { isBackward: false, after: position }, 1);
  const counting = { most: countedMaxRows, before: { order, position } };
  const before = isIn ? await list.countRows(db, filter, counting) : countedMaxRows;
  return {
    previous_id: previous?.id ?? null,
    next_id: next?.id ?? null,
    position: before < countedMaxRows ? before + 1 : null,
    ...presentTotal(await list.countRows(db, filter, { most: countedMost })),
  };
}

export type Option = Omit<ListValues['values'][number], 'count' | 'is_exact'>;

/** The values that the filter has come first. One that is none of the others any more has no name. */
export function offered(
  selected: readonly string[],
  others: readonly Option[],
): { options: Option[]; has_more: boolean } {
  const known = new Map(others.map((option) => [option.value, option]));
  const all = [...new Set([...selected, ...known.keys()])].map((value) => known.get(value) ?? { value });
  return { options: all.slice(0, filterValuesMax), has_more: all.length > filterValuesMax };
}

/** `count` counts the rows with a value, at most `countedMost`. */
export async function countEach(
  { options, has_more }: ReturnType<typeof offered>,
  count: (value: string) => number | Promise<number>,
): Promise<ListValues> {
  const values: ListValues['values'] = [];
  for (const option of options) {
    const { total, is_total_exact } = presentTotal(await count(option.value));
    values.push({ ...option, count: total, is_exact: is_total_exact });
    await yieldToRequests();
  }
  return { values, has_more };
}
