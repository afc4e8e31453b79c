import type { Filter } from '../../../contract/lists/list-filters.ts';

/** 'Active', 'not manager, viewer', 'manager +2'. `labelOf` returns null for a value that no longer exists. */
export function describeFilter({ isNot, values }: Filter, labelOf: (value: string) => string | null): string {
  const labels = values.map((value) => labelOf(value) ?? 'no longer available');
  const words = labels.length > 2 ? `${labels[0]} +${labels.length - 1}` : labels.join(', ');
  return isNot ? `not ${words}` : words;
}
