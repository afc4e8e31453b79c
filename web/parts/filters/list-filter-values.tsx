import { useState } from 'react';
import { stateNames } from '../../../contract/fields/states.ts';
import { listFilterParameters, locationList, userList } from '../../../contract/lists/list-filters.ts';
import { FilterValuesList, type ListValue } from '../../components/filters/filter-values.tsx';
import type { FilterField, FilterOption, FilterValuesProps } from '../../components/filters/filters.ts';
import { runOptions, useRunName } from '../../features/runs/run-filter.api.ts';
import { choiceName } from '../../lib/format/location-names.ts';
import { listValuesQuery } from './list-values.api.ts';

export interface ListFilterValuesProps extends FilterValuesProps {
  list: 'users' | 'locations';
  fields: readonly FilterField[];
  fixedValues: { [field: string]: readonly FilterOption[] };
}

/** The values of a filter of a list, with their counts as of the moment when the filter opens. */
export function ListFilterValues(props: ListFilterValuesProps) {
  const { list, field, filters, text, fields, fixedValues, onChange } = props;
  const [question] = useState(() => ({
    ...(listFilterParameters({ filters, sort: null }) as Record<string, string>),
    ...(text.trim() && { q: text.trim() }),
    field,
  }));
  const run = useRunName(filters.run);
  const isRun = field === 'run';
  const fixed = isRun ? runOptions(filters.run, run) : (fixedValues[field] ?? []);
  const taken = list === 'users' ? userList.values : locationList.values;
  const { isSingle, isPlain } = taken[field as 'run'];
  return (
    <FilterValuesList
      label={fields.find((one) => one.field === field)?.label ?? field}
      fixed={fixed}
      queryOf={isRun ? undefined : (find) => listValuesQuery(list, { ...question, ...(find && { find }) })}
      optionOf={(listed) => fixed.find(({ value }) => value === listed.value) ?? optionOf(field, listed)}
      isFoundByServer={field === 'location'}
      isSingle={isSingle}
      isPlain={isPlain}
      filter={filters[field]}
      onChange={onChange}
    />
  );
}

function optionOf(
  field: string,
  { value, name, town, number = null, closed_on = null }: ListValue,
): FilterOption {
  if (field === 'state') return { value, label: value, detail: stateNames[value] };
  if (name === undefined) return { value, label: 'no longer available' };
  return { value, label: choiceName({ name, number, closed_on }), detail: town };
}
