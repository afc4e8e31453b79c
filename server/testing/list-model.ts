import { emailKey } from '../../contract/fields/email-key.ts';
import {
  type Filter,
  type Filters,
  type LocationFilterField,
  type LocationSortField,
  lastSignInDays,
  noValue,
  type Sort,
  type UserFilterField,
  type UserSortField,
} from '../../contract/lists/list-filters.ts';
import { isFoundBy, locationKey, type Searched, searchOf, userKey } from '../../contract/lists/search-key.ts';
import { sortKey } from '../../contract/lists/sort-key.ts';
import type { Location } from '../../contract/locations.ts';
import type { UserRow } from '../../contract/users.ts';
import { comparable, compareSorted } from './sort-model.ts';

/**
 * What a list answers, written a second time: the whole list is filtered and sorted here, without SQL, as the server must
 * do it page by page.
 */
export interface ListModel<Row, Field extends string, SortField extends string> {
  searched(row: Row): Searched;
  /** Not of a run, which rows do not say. */
  valuesOf(row: Row, field: Exclude<Field, 'run'>, now: Date): readonly string[];
  /** Null for a missing value. */
  sortValue(row: Row, field: SortField): string | null;
}

export interface Question<Field extends string, SortField extends string> {
  q?: string | undefined;
  filters: Filters<Field>;
  sort: Sort<SortField> | null;
  isBackward: boolean;
}

export function idsOf<Row extends { id: string }, Field extends string, SortField extends string>(
  model: ListModel<Row, Field, SortField | 'created_at'>,
  rows: readonly Row[],
  { q = '', filters, sort, isBackward }: Question<Field, SortField>,
  { now, runsOf }: { now: Date; runsOf: (id: string) => readonly string[] },
): string[] {
  const search = searchOf(q);
  const passes = (row: Row, [field, { isNot, values }]: [string, Filter]) => {
    const has = field === 'run' ? runsOf(row.id) : model.valuesOf(row, field as Exclude<Field, 'run'>, now);
    return has.some((value) => values.includes(value)) !== isNot;
  };
  const placed = rows
    .filter((row) => isFoundBy(search, model.searched(row)))
    .filter((row) =>
      Object.entries<Filter>(filters as Record<string, Filter>).every((one) => passes(row, one)),
    )
    .map((row) => {
      const value = model.sortValue(row, sort?.field ?? 'created_at');
      return { id: row.id, value: value === null ? null : comparable(value) };
    });
  const ids = placed.sort((a, b) => compareSorted(a, b, sort?.isDescending ?? true)).map(({ id }) => id);
  return isBackward ? ids.reverse() : ids;
}

const orNone = (values: readonly string[]) => (values.length > 0 ? values : [noValue]);

const daysSince = (at: string, now: Date) => (now.getTime() - Date.parse(at)) / 86_400_000;

/** Of the locations of the test, by id: rows of users do not say it. */
export const districtsOfLocations = new Map<string, string | null>();

export const userModel: ListModel<UserRow, UserFilterField, UserSortField> = {
  searched: (user) => ({ key: userKey(user) }),
  valuesOf(user, field, now) {
    const { last_sign_in_at } = user;
    const values = {
      status: () => [user.is_active ? 'active' : 'inactive'],
      role: () => orNone(user.role_ids),
      location: () => orNone(user.location_ids),
      district: () => user.location_ids.flatMap((id) => districtsOfLocations.get(id) ?? []),
      state: () => user.states,
      invitation: () => [user.invitation ?? noValue],
      last_sign_in: () =>
        last_sign_in_at === null
          ? ['never', ...lastSignInDays]
          : lastSignInDays.filter((days) => daysSince(last_sign_in_at, now) >= Number(days)),
      // Null for readers who may not know it.
      second_factor: () =>
        user.has_second_factor === null ? [] : [user.has_second_factor ? 'set_up' : noValue],
    };
    return values[field]();
  },
  sortValue: (user, field) =>
    ({
      name: sortKey(user.full_name),
      email: emailKey(user.email),
      status: user.is_active ? 'active' : 'inactive',
      created_at: user.created_at,
      last_sign_in: user.last_sign_in_at,
    })[field],
};

export const locationModel: ListModel<Location, LocationFilterField, LocationSortField> = {
  searched: (location) => ({ key: locationKey(location), state: location.state }),
  valuesOf({ district_id, state, closed_on, user_count, manager_count }, field) {
    const staff = [...(manager_count === 0 ? ['no_manager'] : []), ...(user_count === 0 ? ['nobody'] : [])];
    const status = [closed_on === null ? 'open' : 'closed'];
    return { district: [district_id ?? noValue], state: [state], status, staff }[field];
  },
  sortValue: (location, field) =>
    ({
      name: sortKey(location.name),
      number: sortKey(location.number),
      city: sortKey(location.city),
      state: location.state,
      created_at: location.created_at,
    })[field],
};
