import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Filters, type UserFilterField, userList } from '../../../../contract/lists/list-filters.ts';
import { countValues, otherFilters } from '../../../components/filters/count-values.ts';
import type { FilterOption, FilterValuesProps } from '../../../components/filters/filter-types.ts';
import { FilterValuesList } from '../../../components/filters/filter-values.tsx';
import { stateOptions } from '../../../components/filters/state-options.ts';
import { choiceName, townName } from '../../../lib/format/location-names.ts';
import { useLocations } from '../../locations/locations.api.ts';
import { rolesQuery } from '../../roles/roles.api.ts';
import { runOptions, useRunFilter } from '../../runs/run-filter.api.ts';
import { useKnownNames } from '../known-names.ts';
import { userValues, useUsers } from '../users.api.ts';
import { fixedValues, userFields } from './user-list.ts';

export function UserFilterValues({ field: name, filters, text, onChange }: FilterValuesProps) {
  const field = name as UserFilterField;
  const view = useUsers(text, { filters: otherFilters(filters, field), enabled: false });
  const now = new Date();
  const [sought, setSought] = useState('');
  return (
    <FilterValuesList
      label={userFields.find((one) => one.field === field)?.label ?? field}
      options={useOptions(field, filters, sought)}
      counts={countValues(view, (user) => userValues(user, field, now))}
      isSingle={userList.values[field].isSingle}
      isPlain={userList.values[field].isPlain}
      filter={filters[field]}
      onChange={onChange}
      onSearch={field === 'location' ? setSought : undefined}
    />
  );
}

/** Of more locations than the browser holds, `sought` finds others. */
function useOptions(
  field: UserFilterField,
  { run }: Filters<string>,
  sought: string,
): readonly FilterOption[] {
  const { name } = useRunFilter(run);
  const known = useKnownNames();
  const { data } = useQuery(rolesQuery);
  const roles = data ?? [...known.roles.values()];
  const locations = useLocations(sought, { offered: {} });
  const fixed = fixedValues[field] ?? [];
  if (field === 'role') return [...fixed, ...roles.map(optionOf)];
  if (field === 'state') {
    const seen = locations.data ? [...locations.data.byId.values()] : [...known.locations.values()];
    return stateOptions(
      seen.map(({ state }) => state),
      !locations.windows,
    );
  }
  if (field === 'run') return runOptions(run, name);
  if (field !== 'location') return fixed;
  const named = locations.data
    ? [...locations.data.byId.values()].map((location) => ({
        value: location.id,
        label: choiceName(location),
        detail: townName(location),
        searched: location,
      }))
    : [...known.locations.values()].map((ref) => ({ ...optionOf(ref), detail: townName(ref) }));
  return [...fixed, ...named.sort((a, b) => (a.label < b.label ? -1 : 1))];
}

const optionOf = ({ id, name }: { id: string; name: string }) => ({ value: id, label: name });
