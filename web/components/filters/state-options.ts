import { stateNames } from '../../../contract/fields/states.ts';
import { fold } from '../../../contract/lists/search-key.ts';
import type { FilterOption } from './filter-types.ts';

/** The states of these locations as values of a filter, found by their letters and by their names. */
export function stateOptions(states: readonly string[]): FilterOption[] {
  return [...new Set(states)].sort().map((state) => ({
    value: state,
    label: state,
    ...(stateNames[state] && { detail: stateNames[state] }),
    searched: { key: fold(`${state}\u0001${stateNames[state] ?? ''}`), number: null },
  }));
}
