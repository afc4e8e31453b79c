import { FilterPopover, type FilterPopoverProps } from '../../../components/filters/filter-popover.tsx';
import { FilterSheet, type FilterSheetProps } from '../../../components/filters/filter-sheet.tsx';
import type { FilterValuesProps } from '../../../components/filters/filters.ts';
import { ListFilterValues } from '../../../parts/filters/list-filter-values.tsx';
import { fixedValues, locationFields } from './location-list.ts';

export function LocationFilterPopover(props: Omit<FilterPopoverProps, 'Values'>) {
  return <FilterPopover {...props} Values={LocationFilterValues} />;
}

export function LocationFilterSheet(props: Omit<FilterSheetProps, 'Values'>) {
  return <FilterSheet {...props} Values={LocationFilterValues} />;
}

function LocationFilterValues(props: FilterValuesProps) {
  return <ListFilterValues {...props} list="locations" fields={locationFields} fixedValues={fixedValues} />;
}
