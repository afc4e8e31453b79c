import type { ListValues, UserValuesQuery } from '../../../../contract/lists/list.ts';
import { noValue, userList } from '../../../../contract/lists/list-filters.ts';
import { fold } from '../../../../contract/lists/search-key.ts';
import { type Authorized, holds } from '../../../kernel/access.ts';
import { reader } from '../../../kernel/context.ts';
import { countEach, countedMost, type Option, offered } from '../../../kernel/lists.ts';
import { offeredDistricts } from '../../districts/districts.service.ts';
import { readAssignable } from '../../locations/locations.facts.service.ts';
import { listOfferedLocations, listStates } from '../../locations/locations-list.service.ts';
import { allRoles } from '../../roles/roles.service.ts';
import * as list from './users-list.repository.ts';
import { filterOfQuery, requirePastOfUsers } from './users-list.service.ts';

/** @throws ApiError 400 for the last sign-in, for an actor who may not know it. */
export async function listUserValues(
  ctx: Authorized<'users.read'>,
  { field, find, ...selection }: UserValuesQuery,
): Promise<ListValues> {
  if (field === 'last_sign_in') requirePastOfUsers(ctx, 'field');
  const db = reader(ctx);
  const { filters, ...filter } = filterOfQuery(ctx, selection);
  const { [field]: own, ...others } = filters;
  const options = offered(own?.values ?? [], await optionsOf(ctx, field, own?.values ?? [], find));
  const countWith = (value: string) => {
    const among = { ...filter, filters: { ...others, [field]: { isNot: false, values: [value] } } };
    return list.countRows(db, among, { most: countedMost });
  };
  if (field !== 'location') return namedOnly(ctx, await countEach(options, countWith), 'roles.read');
  const ids = options.options.map(({ value }) => value).filter((value) => value !== noValue);
  const counts = await list.countByLocation(db, { ...filter, filters: others }, ids);
  const counted = await countEach(
    options,
    (value) => counts.get(value) ?? (value === noValue ? countWith(value) : 0),
  );
  return namedOnly(ctx, counted, 'locations.read');
}

async function optionsOf(
  ctx: Authorized<'users.read'>,
  field: UserValuesQuery['field'],
  selected: readonly string[],
  find = '',
): Promise<Option[]> {
  const fixed = (userList.values[field].values ?? []).map((value) => ({ value }));
  switch (field) {
    case 'role': {
      const roles = await allRoles(ctx);
      const found = roles.filter(({ id, name }) => selected.includes(id) || fold(name).includes(fold(find)));
      return [...fixed, ...found.map(({ id, name }) => ({ value: id, name }))];
    }
    case 'location': {
      const ids = selected.filter((value) => value !== noValue);
      const named = await readAssignable(ctx, ids);
      const locations = [...named.values(), ...(await listOfferedLocations(ctx, find || undefined))];
      return [
        ...fixed,
        ...locations.map(({ id, name, city, state, number, closed_on }) => ({
          ...{ value: id, name, town: `${city}, ${state}`, number, closed_on },
        })),
      ];
    }
    case 'district':
      return offeredDistricts(ctx, selected, find);
    case 'state':
      return (await listStates(ctx)).map((value) => ({ value }));
    default:
      return fixed;
  }
}

/** Who may not list roles or locations knows those of the users that they see. */
function namedOnly(
  { actor }: Authorized<'users.read'>,
  { values, has_more }: ListValues,
  permission: 'roles.read' | 'locations.read',
): ListValues {
  if (holds(actor, permission)) return { values, has_more };
  return { values: values.filter(({ name, count }) => name === undefined || count > 0), has_more };
}
