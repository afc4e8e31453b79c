import { stateNames } from '../../../contract/fields/states.ts';
import type { FilterOption } from './filter-types.ts';

export function stateOption({ value }: { value: string }): FilterOption {
  return { value, label: value, detail: stateNames[value] };
}
