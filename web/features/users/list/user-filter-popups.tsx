import { FilterPopover, type FilterPopoverProps } from '../../../components/filters/filter-popover.tsx';
import { FilterSheet, type FilterSheetProps } from '../../../components/filters/filter-sheet.tsx';
import type { FilterValuesProps } from '../../../components/filters/filters.ts';
import { ListFilterValues } from '../../../parts/filters/list-filter-values.tsx';
import { fixedValues, userFields } from './user-list.ts';

export function UserFilterPopover(props: Omit<FilterPopoverProps, 'Values'>) {
  return <FilterPopover {...props} Values={UserFilterValues} />;
}

export function UserFilterSheet(props: Omit<FilterSheetProps, 'Values'>) {
  return <FilterSheet {...props} Values={UserFilterValues} />;
}

function UserFilterValues(props: FilterValuesProps) {
  return <ListFilterValues {...props} list="users" fields={userFields} fixedValues={fixedValues} />;
}
