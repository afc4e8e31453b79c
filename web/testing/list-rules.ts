import { emailKey } from '../../contract/fields/email-key.ts';
import {
  type Filter,
  type LocationFilterField,
  type LocationSortField,
  lastSignInDays,
  noValue,
  type UserFilterField,
  type UserSortField,
} from '../../contract/lists/list-filters.ts';
import { sortKey } from '../../contract/lists/sort-key.ts';
import type { Location } from '../../contract/locations.ts';
import type { UserRow } from '../../contract/users.ts';

/** Filters and orders of lists, as the server has them in SQL. */

const dayMs = 86_400_000;

const none: readonly string[] = [noValue];
const unknown: readonly string[] = [];
const setUp: readonly string[] = ['set_up'];
const active: readonly string[] = ['active'];
const inactive: readonly string[] = ['inactive'];
const neverSignedIn: readonly string[] = ['never', ...lastSignInDays];

export function userFilterValues(
  user: UserRow,
  field: Exclude<UserFilterField, 'run'>,
  now: Date,
): readonly string[] {
  switch (field) {
    case 'status':
      return user.is_active ? active : inactive;
    case 'role':
      return user.role_ids.length > 0 ? user.role_ids : none;
    case 'location':
      return user.location_ids.length > 0 ? user.location_ids : none;
    case 'district':
      // Their locations have it, which this row only names.
      return unknown;
    case 'state':
      return user.states;
    case 'invitation':
      return user.invitation === null ? none : [user.invitation];
    case 'last_sign_in': {
      const { last_sign_in_at } = user;
      if (last_sign_in_at === null) return neverSignedIn;
      const age = now.getTime() - Date.parse(last_sign_in_at);
      return lastSignInDays.filter((days) => age >= Number(days) * dayMs);
    }
    case 'second_factor':
      if (user.has_second_factor === null) return unknown;
      return user.has_second_factor ? setUp : none;
  }
}

/** Null for a missing value. */
export function userSortValue(user: UserRow, field: UserSortField): string | null {
  switch (field) {
    case 'name':
      return sortKey(user.full_name);
    case 'email':
      return emailKey(user.email);
    case 'status':
      return user.is_active ? 'active' : 'inactive';
    case 'created_at':
      return user.created_at;
    case 'last_sign_in':
      return user.last_sign_in_at;
  }
}

const open: readonly string[] = ['open'];
const closed: readonly string[] = ['closed'];
const managed: readonly string[] = [];
const unmanaged: readonly string[] = ['no_manager'];
const deserted: readonly string[] = ['no_manager', 'nobody'];

export function locationFilterValues(
  location: Location,
  field: Exclude<LocationFilterField, 'run'>,
): readonly string[] {
  switch (field) {
    case 'district':
      return location.district_id === null ? none : [location.district_id];
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

export function passesFilters<Row, Field extends string>(
  row: Row,
  filters: readonly (readonly [Field, Filter])[],
  valuesOf: (row: Row, field: Field) => readonly string[],
): boolean {
  return filters.every(
    ([field, { isNot, values }]) => valuesOf(row, field).some((value) => values.includes(value)) !== isNot,
  );
}

interface Sorted {
  value: string | null;
  id: string;
}

/** Null comes last in both directions. A descending sort reverses the ids of ties too. */
export function compareSorted(a: Sorted, b: Sorted, isDescending: boolean): number {
  const [first, second] = a.value === b.value ? [a.id, b.id] : [a.value, b.value];
  if (first === null || second === null) return first === null ? 1 : -1;
  if (first === second) return 0;
  return first < second !== isDescending ? -1 : 1;
}
