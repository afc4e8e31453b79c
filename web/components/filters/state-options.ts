import { stateNames } from '../../../contract/fields/states.ts';
import { fold } from '../../../contract/lists/search-key.ts';
import type { FilterOption } from './filter-types.ts';

export function stateOptions(states: readonly string[]): FilterOption[] {
  return [...new Set(states)].sort().map((state) => ({
    value: state,
    label: state,
    ...(stateNames[state] && { detail: stateNames[state] }),
    searched: { key: fold(`${state}\u0001${stateNames[state] ?? ''}`), number: null },
  }));
}
