import type { Filters } from '../../../contract/lists/list-filters.ts';
import type { DirectoryView } from '../../lib/directory/index.ts';

/** The filters besides one: a value is counted among the rows that match the others. */
export function otherFilters<Field extends string>(filters: Filters<Field>, besides: Field): Filters<Field> {
  const { [besides]: _, ...others } = filters;
  return others as Filters<Field>;
}

/** How many of the rows have each value of a field; null while not all rows are loaded. */
export function countValues<Row>(
  { complete, count, row }: DirectoryView<Row>,
  valuesOf: (row: Row) => readonly string[],
): ReadonlyMap<string, number> | null {
  if (!complete) return null;
  const counts = new Map<string, number>();
  for (let index = 0; index < count; index++) {
    const one = row(index);
    for (const value of one ? valuesOf(one) : []) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return counts;
}
