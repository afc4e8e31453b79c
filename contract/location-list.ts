import type { LocationRowField, LocationSortField } from './lists/list-filters.ts';
import { sortKey } from './lists/sort-key.ts';
import type { Location } from './locations.ts';

const open: readonly string[] = ['open'];
const closed: readonly string[] = ['closed'];
const managed: readonly string[] = [];
const unmanaged: readonly string[] = ['no_manager'];
const deserted: readonly string[] = ['no_manager', 'nobody'];

/** The server's SQL finds the same values. */
export function locationFilterValues(location: Location, field: LocationRowField): readonly string[] {
  switch (field) {
    case 'state':
      return [location.state];
    case 'status':
      return location.closed_on === null ? open : closed;
    case 'staff':
      if (location.manager_count > 0) return managed;
      return location.user_count > 0 ? unmanaged : deserted;
  }
}

/** Null for a missing value. */
export function locationSortValue(location: Location, field: LocationSortField): string | null {
  switch (field) {
    case 'name':
      return sortKey(location.name);
    case 'number':
      return sortKey(location.number);
    case 'city':
      return sortKey(location.city);
    case 'state':
      return location.state;
    case 'created_at':
      return location.created_at;
  }
}
