import { countedMaxRows, filterValuesMax } from '../../contract/fields/limits.ts';
import type { ListPosition, ListValues } from '../../contract/lists/list.ts';
import { yieldToRequests } from '../platform/background/background.ts';
import { invalid } from '../platform/http/errors.ts';

export const newestFirst = { field: 'created_at', isDescending: true } as const;

/** Rows that a list counts: one more says that there are more. */
export const countedMost = countedMaxRows + 1;

export function presentTotal(counted: number) {
  return { total: Math.min(counted, countedMaxRows), is_total_exact: counted <= countedMaxRows };
}

/** @throws ApiError 400 for what `from=best` cannot be combined with: it is an order of its own, of a search. */
export function requireSearch(query: { q?: unknown; sort?: unknown; ids?: unknown }): void {
  if (query.q && !query.sort && !query.ids) return;
  throw invalid({ path: 'from', message: 'best needs q, and goes without sort and ids' });
}

interface Placed {
  /** The row matches. */
  isIn: boolean;
  neighbors(isBackward: boolean): Promise<readonly { id: string }[]>;
  countBefore(most: number): Promise<number>;
  count(most: number): Promise<number>;
}

export async function findPosition({ isIn, neighbors, countBefore, count }: Placed): Promise<ListPosition> {
  const [previous] = await neighbors(true);
  const [next] = await neighbors(false);
  const before = isIn ? await countBefore(countedMaxRows) : countedMaxRows;
  return {
    previous_id: previous?.id ?? null,
    next_id: next?.id ?? null,
    position: before < countedMaxRows ? before + 1 : null,
    ...presentTotal(await count(countedMost)),
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
