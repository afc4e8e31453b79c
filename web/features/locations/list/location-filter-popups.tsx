import { FilterPopover, type FilterPopoverProps } from '../../../components/filters/filter-popover.tsx';
import { FilterSheet } from '../../../components/filters/filter-sheet.tsx';
import type { FilterSheetProps } from '../../../components/filters/filter-types.ts';
import { LocationFilterValues } from './location-filter-values.tsx';

export function LocationFilterPopover(props: Omit<FilterPopoverProps, 'Values'>) {
  return <FilterPopover {...props} Values={LocationFilterValues} />;
}

export function LocationFilterSheet(props: FilterSheetProps) {
  return <FilterSheet {...props} Values={LocationFilterValues} />;
}
