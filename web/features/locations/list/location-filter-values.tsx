import { useState } from 'react';
import { type LocationFilterField, locationList } from '../../../../contract/lists/list-filters.ts';
import type { FilterValuesProps } from '../../../components/filters/filter-types.ts';
import { FilterValuesList } from '../../../components/filters/filter-values.tsx';
import { stateOption } from '../../../components/filters/state-options.ts';
import { runOptions, useRunName } from '../../runs/run-filter.api.ts';
import { fixedValues, locationFields } from './location-list.ts';
import { locationValuesQuery } from './location-values.api.ts';

export function LocationFilterValues({ field: name, filters, text, onChange }: FilterValuesProps) {
  const field = name as LocationFilterField;
  // Counted once, as of the moment when the filter opens.
  const [question] = useState({ filters, text });
  const run = useRunName(filters.run);
  return (
    <FilterValuesList
      label={locationFields.find((one) => one.field === field)?.label ?? field}
      fixed={field === 'run' ? runOptions(filters.run, run) : (fixedValues[field] ?? [])}
      queryOf={field === 'run' ? undefined : (find) => locationValuesQuery(field, question, find)}
      optionOf={(listed) =>
        fixedValues[field]?.find(({ value }) => value === listed.value) ?? stateOption(listed)
      }
      isSingle={locationList.values[field].isSingle}
      isPlain={locationList.values[field].isPlain}
      filter={filters[field]}
      onChange={onChange}
    />
  );
}
