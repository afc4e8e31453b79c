import { useState } from 'react';
import { stateNames } from '../../../contract/fields/states.ts';
import { listFilterParameters, locationList, userList } from '../../../contract/lists/list-filters.ts';
import { FilterPopover, type FilterPopoverProps } from '../../components/filters/filter-popover.tsx';
import { FilterSheet, type FilterSheetProps } from '../../components/filters/filter-sheet.tsx';
import { FilterValuesList, type ListValue } from '../../components/filters/filter-values.tsx';
import type { FilterField, FilterOption, FilterValuesProps } from '../../components/filters/filters.ts';
import { runOptions, useRunName } from '../../features/runs/run-filter.api.ts';
import { choiceName } from '../../lib/format/location-names.ts';
import { listValuesQuery } from './list-values.api.ts';

interface FilteredListProps {
  list: 'users' | 'locations';
  fields: readonly FilterField[];
  fixedValues: { [field: string]: readonly FilterOption[] };
}

/** The popups of the filters of a list, which load together with the values that they show. */
export function filterPopupsOf(of: FilteredListProps) {
  const Values = (props: FilterValuesProps) => <ListFilterValues {...of} {...props} />;
  return {
    Popover: (props: Omit<FilterPopoverProps, 'Values'>) => <FilterPopover {...props} Values={Values} />,
    Sheet: (props: Omit<FilterSheetProps, 'Values'>) => <FilterSheet {...props} Values={Values} />,
  };
}

/** The values of one filter, with their counts as of the moment when it opens. */
function ListFilterValues(props: FilteredListProps & FilterValuesProps) {
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
      isFoundByServer={field === 'location' || field === 'district'}
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
