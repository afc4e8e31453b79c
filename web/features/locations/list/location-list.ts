import {
  type Filters,
  type LocationFilterField,
  type LocationSortField,
  noValue,
} from '../../../../contract/lists/list-filters.ts';
import type { FilterField, FilterOption, SortChoice } from '../../../components/filters/filters.ts';
import { useAccess } from '../../../lib/account/access.ts';
import type { ListView } from '../../../lib/url/list-search.ts';
import { useDistrictName } from '../../../parts/choose/district-choices.api.ts';
import { useFilterWords } from '../../../parts/filters/use-filter-words.ts';

export const locationFields: readonly (FilterField & { field: LocationFilterField })[] = [
  { field: 'district', label: 'District' },
  { field: 'state', label: 'State' },
  { field: 'status', label: 'Status' },
  { field: 'staff', label: 'Staff' },
  { field: 'run', label: 'Changed by' },
];

const ofTexts = { ascending: 'A to Z', descending: 'Z to A' };

export const locationSorts: readonly (SortChoice & { field: LocationSortField })[] = [
  { field: 'name', label: 'Name', ...ofTexts },
  { field: 'number', label: 'Number', ascending: 'lowest first', descending: 'highest first' },
  { field: 'city', label: 'City', ...ofTexts },
  { field: 'state', label: 'State', ...ofTexts },
  { field: 'created_at', label: 'Created', ascending: 'oldest first', descending: 'newest first' },
];

export const locationViews: readonly ListView[] = [
  { name: 'All locations', search: {} },
  { name: 'No manager', search: { staff: 'no_manager', status: 'open' } },
  { name: 'Closed', search: { status: 'closed' } },
];

export const fixedValues: { [field: string]: readonly FilterOption[] } = {
  district: [{ value: noValue, label: 'No district' }],
  status: [
    { value: 'open', label: 'Open' },
    { value: 'closed', label: 'Closed' },
  ],
  staff: [
    { value: 'no_manager', label: 'No manager' },
    { value: 'nobody', label: 'Nobody assigned' },
  ],
};

/**
 * The fields and the texts of the filter chips. A filter by a run, or by a field that the reader may not see, is there only
 * when the URL has it.
 */
export function useLocationFilterWords(filters: Filters<LocationFilterField>) {
  const { seesDistricts } = useAccess();
  const districtName = useDistrictName(filters.district !== undefined);
  const isUseful = { run: false, district: seesDistricts };
  return {
    fields: locationFields.filter(
      ({ field }) => !(field in isUseful) || isUseful[field as 'run'] || filters[field],
    ),
    ...useFilterWords(filters, fixedValues, (field, value) =>
      field === 'district' ? districtName(value) : value,
    ),
  };
}
