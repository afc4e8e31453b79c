import { type LocationFilterField, locationList } from '../../../../contract/lists/list-filters.ts';
import { countValues, otherFilters } from '../../../components/filters/count-values.ts';
import type { FilterValuesProps } from '../../../components/filters/filter-types.ts';
import { FilterValuesList } from '../../../components/filters/filter-values.tsx';
import { stateOptions } from '../../../components/filters/state-options.ts';
import { runOptions, useRunFilter } from '../../runs/run-filter.api.ts';
import { locationValues, useLocations } from '../locations.api.ts';
import { fixedValues, locationFields } from './location-list.ts';

export function LocationFilterValues({ field: name, filters, text, onChange }: FilterValuesProps) {
  const field = name as LocationFilterField;
  const view = useLocations(text, { filters: otherFilters(filters, field), enabled: false });
  const all = useLocations('');
  const states = [...(all.data?.byId.values() ?? [])].map(({ state }) => state);
  const { name: runName } = useRunFilter(filters.run);
  const options =
    field === 'run'
      ? runOptions(filters.run, runName)
      : field === 'state'
        ? stateOptions(states, !all.windows)
        : fixedValues[field];
  return (
    <FilterValuesList
      label={locationFields.find((one) => one.field === field)?.label ?? field}
      options={options ?? []}
      counts={countValues(view, (location) => locationValues(location, field))}
      isSingle={locationList.values[field].isSingle}
      isPlain={locationList.values[field].isPlain}
      filter={filters[field]}
      onChange={onChange}
    />
  );
}
