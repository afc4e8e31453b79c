import { useState } from 'react';
import { type UserFilterField, userList } from '../../../../contract/lists/list-filters.ts';
import type { FilterOption, FilterValuesProps } from '../../../components/filters/filter-types.ts';
import { FilterValuesList, type ListValue } from '../../../components/filters/filter-values.tsx';
import { stateOption } from '../../../components/filters/state-options.ts';
import { choiceName } from '../../../lib/format/location-names.ts';
import { runOptions, useRunName } from '../../runs/run-filter.api.ts';
import { fixedValues, userFields } from './user-list.ts';
import { userValuesQuery } from './user-values.api.ts';

export function UserFilterValues({ field: name, filters, text, onChange }: FilterValuesProps) {
  const field = name as UserFilterField;
  // Counted once, as of the moment when the filter opens.
  const [question] = useState({ filters, text });
  const run = useRunName(filters.run);
  return (
    <FilterValuesList
      label={userFields.find((one) => one.field === field)?.label ?? field}
      fixed={field === 'run' ? runOptions(filters.run, run) : (fixedValues[field] ?? [])}
      queryOf={field === 'run' ? undefined : (find) => userValuesQuery(field, question, find)}
      optionOf={(value) => optionOf(field, value)}
      isFoundByServer={field === 'location'}
      isSingle={userList.values[field].isSingle}
      isPlain={userList.values[field].isPlain}
      filter={filters[field]}
      onChange={onChange}
    />
  );
}

function optionOf(field: UserFilterField, listed: ListValue): FilterOption {
  const { value, name, town, number = null, closed_on = null } = listed;
  const fixed = fixedValues[field]?.find((option) => option.value === value);
  if (fixed) return fixed;
  if (field === 'state') return stateOption(listed);
  if (name === undefined) return { value, label: 'no longer available' };
  return { value, label: choiceName({ name, number, closed_on }), detail: town };
}
