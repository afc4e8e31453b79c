import { type Filter, type Filters, noValue } from '../../../contract/lists/list-filters.ts';
import type { FilterOption } from '../../components/filters/filters.ts';
import { goneRun, useRunName } from '../../features/runs/run-filter.api.ts';

/** The texts of the filters of a list. `nameOf` returns null for a value that no longer exists. */
export function useFilterWords(
  filters: Filters<string>,
  fixedValues: { [field: string]: readonly FilterOption[] },
  nameOf: (field: string, value: string) => string | null,
) {
  const run = useRunName(filters.run);
  function labelOf(field: string, value: string): string | null {
    const fixed = fixedValues[field]?.find((option) => option.value === value);
    if (fixed) return fixed.label;
    if (field === 'state') return value;
    return field === 'run' ? run : nameOf(field, value);
  }
  /** 'Active', 'not manager, viewer', 'manager +2'. */
  function describe(field: string, { isNot, values }: Filter): string {
    if (field === 'run') return run ?? goneRun;
    // Not none of them.
    if (isNot && values.join() === noValue) return 'any';
    const labels = values.map((value) => labelOf(field, value) ?? 'no longer available');
    const words = labels.length > 2 ? `${labels[0]} +${labels.length - 1}` : labels.join(', ');
    return isNot ? `not ${words}` : words;
  }
  return {
    describe,
    isGone: (field: string, { values }: Filter) => values.some((value) => labelOf(field, value) === null),
  };
}
