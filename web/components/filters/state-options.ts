import { stateNames } from '../../../contract/fields/states.ts';
import { fold } from '../../../contract/lists/search-key.ts';
import type { FilterOption } from './filter-types.ts';

/** Where not all locations are known, every state is offered. */
export function stateOptions(seen: readonly string[], areAll: boolean): FilterOption[] {
  return [...new Set(areAll ? seen : [...seen, ...Object.keys(stateNames)])].sort().map((state) => ({
    value: state,
    label: state,
    ...(stateNames[state] && { detail: stateNames[state] }),
    searched: { key: fold(`${state}\u0001${stateNames[state] ?? ''}`), employee_number: null },
  }));
}
