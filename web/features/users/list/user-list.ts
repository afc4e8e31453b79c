import { useQuery } from '@tanstack/react-query';
import {
  type Filter,
  type Filters,
  lastSignInDays,
  noValue,
  presentUserList,
  type UserFilterField,
  type UserSortField,
  userList,
} from '../../../../contract/lists/list-filters.ts';
import { knowsSecondFactors, seesPastOfUsers } from '../../../../contract/users.ts';
import type { FilterField, FilterOption, SortChoice } from '../../../components/filters/filters.ts';
import { useAccess } from '../../../lib/account/access.ts';
import type { ListView } from '../../../lib/url/list-search.ts';
import { invitationLabels } from '../../../parts/badges/invitation-line.tsx';
import { useDistrictName } from '../../../parts/choose/district-choices.api.ts';
import { useLocationsNamed } from '../../../parts/choose/location-choices.api.ts';
import { useFilterWords } from '../../../parts/filters/use-filter-words.ts';
import { rolesQuery } from '../../roles/roles.api.ts';
import { useKnownNames } from '../known-names.ts';

export const userFields: readonly (FilterField & { field: UserFilterField })[] = [
  { field: 'status', label: 'Status' },
  { field: 'role', label: 'Role' },
  { field: 'location', label: 'Location' },
  { field: 'district', label: 'District' },
  { field: 'state', label: 'State' },
  { field: 'invitation', label: 'Invitation' },
  { field: 'last_sign_in', label: 'Last sign-in' },
  { field: 'second_factor', label: 'Second factor' },
  { field: 'run', label: 'Changed by' },
];

/** Shown only when the URL has it: a filter by a run, and one by a field that the actor may not see. */
export function useUserFields(filters: Filters<UserFilterField>) {
  const { hasPermission, seesDistricts } = useAccess();
  const isUseful = {
    second_factor: knowsSecondFactors(hasPermission),
    status: seesPastOfUsers(hasPermission),
    last_sign_in: seesPastOfUsers(hasPermission),
    district: seesDistricts,
    run: false,
  };
  return userFields.filter(
    ({ field }) => !(field in isUseful) || isUseful[field as 'status'] || filters[field],
  );
}

export function useUserListFields() {
  return seesPastOfUsers(useAccess().hasPermission) ? userList : presentUserList;
}

const ofTexts = { ascending: 'A to Z', descending: 'Z to A' };
const ofTimes = { ascending: 'oldest first', descending: 'newest first' };

const userSorts: readonly (SortChoice & { field: UserSortField })[] = [
  { field: 'name', label: 'Name', ...ofTexts },
  { field: 'email', label: 'Email', ...ofTexts },
  { field: 'status', label: 'Status', ascending: 'active first', descending: 'inactive first' },
  { field: 'created_at', label: 'Created', ...ofTimes },
  { field: 'last_sign_in', label: 'Last sign-in', ...ofTimes },
];

/** Without users who left, all have the same status. */
export function useUserSorts() {
  const seesPast = seesPastOfUsers(useAccess().hasPermission);
  return seesPast
    ? userSorts
    : userSorts.filter(({ field }) => field !== 'status' && field !== 'last_sign_in');
}

/**
 * 'No location' leaves out users with access to all locations, who need none; the view is missing when the actor may
 * not see what roles allow.
 */
export function useUserViews(): readonly ListView[] {
  const { data: roles } = useQuery(rolesQuery);
  const unbound = roles
    ?.filter(({ permissions }) => permissions.includes('locations.all'))
    .map(({ id }) => id);
  const notUnbound = unbound?.length ? { role: `not:${unbound.toSorted().join()}` } : {};
  return [
    { name: 'All users', search: {} },
    ...(roles
      ? [{ name: 'No location', search: { location: noValue, ...notUnbound, status: 'active' } }]
      : []),
    { name: 'Not invited', search: { invitation: noValue, status: 'active' } },
  ];
}

/** The name of the filter says that it is about invitations. */
const invitationValues = { ...invitationLabels, expired: 'Expired', failed: 'Failed' };

export const fixedValues: { [field: string]: readonly FilterOption[] } = {
  status: [
    { value: 'active', label: 'Active' },
    { value: 'inactive', label: 'Inactive' },
  ],
  role: [{ value: noValue, label: 'No roles' }],
  location: [{ value: noValue, label: 'None assigned' }],
  invitation: [
    { value: noValue, label: 'Not invited' },
    ...Object.entries(invitationValues).map(([value, label]) => ({ value, label })),
  ],
  second_factor: [
    { value: noValue, label: 'Not set up' },
    { value: 'set_up', label: 'Set up' },
  ],
  last_sign_in: [
    { value: 'never', label: 'Never' },
    ...lastSignInDays.map((value) => ({ value, label: `None for ${value} days` })),
  ],
};

export function useUserFilterWords(filters: Filters<UserFilterField>) {
  const known = useKnownNames();
  const { data: roles } = useQuery(rolesQuery);
  const { values = [] } = filters.location ?? {};
  const unknown = values.filter((id) => id !== noValue && !known.locations.has(id));
  const locations = useLocationsNamed(unknown);
  const districtName = useDistrictName(filters.district !== undefined);
  const words = useFilterWords(filters, fixedValues, (field, value) => {
    if (field === 'role') {
      const role = roles?.find(({ id }) => id === value) ?? known.roles.get(value);
      return role?.name ?? (roles ? null : 'one role');
    }
    if (field === 'district') return districtName(value);
    const location = known.locations.get(value) ?? locations?.find(({ id }) => id === value);
    return location?.name ?? (locations ? null : 'one location');
  });

  function describe(field: string, filter: Filter): string {
    if (field !== 'last_sign_in' || !filter.isNot) return words.describe(field, filter);
    const [value] = filter.values;
    return value === 'never' ? 'at some time' : `within ${value} days`;
  }
  return { ...words, describe };
}
