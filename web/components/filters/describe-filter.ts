import type { Filter } from '../../../contract/lists/list-filters.ts';

/** 'Active', 'not manager, viewer', 'manager +2'. `labelOf` gives null for what does not exist any more. */
export function describeFilter({ isNot, values }: Filter, labelOf: (value: string) => string | null): string {
  const labels = values.map((value) => labelOf(value) ?? 'no longer available');
  const words = labels.length > 2 ? `${labels[0]} +${labels.length - 1}` : labels.join(', ');
  return isNot ? `not ${words}` : words;
}
