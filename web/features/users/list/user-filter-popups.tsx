import { FilterPopover, type FilterPopoverProps } from '../../../components/filters/filter-popover.tsx';
import { FilterSheet } from '../../../components/filters/filter-sheet.tsx';
import type { FilterSheetProps } from '../../../components/filters/filter-types.ts';
import { UserFilterValues } from './user-filter-values.tsx';

export function UserFilterPopover(props: Omit<FilterPopoverProps, 'Values'>) {
  return <FilterPopover {...props} Values={UserFilterValues} />;
}

export function UserFilterSheet(props: FilterSheetProps) {
  return <FilterSheet {...props} Values={UserFilterValues} />;
}
