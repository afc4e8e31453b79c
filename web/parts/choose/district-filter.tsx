import { useQuery } from '@tanstack/react-query';
import { FilterButton } from '../../components/filters/filter-button.tsx';
import { FilterValuesList } from '../../components/filters/filter-values.tsx';
import { useAccess } from '../../lib/account/access.ts';
import { districtsQuery, useDistrictNames } from './district-choices.api.ts';

interface DistrictFilterProps {
  /** Ids with commas between them, as the URL and the server have them. */
  value: string | undefined;
  /** Without the word before the names. */
  isPlain?: boolean;
  onChange: (value: string | undefined) => void;
}

/** Of locations; absent in a chain without districts. */
export function DistrictFilter({ value, isPlain = false, onChange }: DistrictFilterProps) {
  const { data = [] } = useQuery(districtsQuery);
  const { seesDistricts } = useAccess();
  const names = useDistrictNames(value);
  if (!seesDistricts && !value) return null;
  return (
    <FilterButton label="District" everything="All districts" {...{ isPlain, chosen: names, onChange }}>
      {() => (
        <FilterValuesList
          label="District"
          fixed={data.map(({ id, name, number }) => ({
            ...{ value: id, label: name, detail: number === null ? undefined : `District ${number}` },
          }))}
          optionOf={({ value }) => ({ value, label: value })}
          isPlain
          filter={value ? { isNot: false, values: value.split(',') } : undefined}
          onChange={(filter) => onChange(filter?.values.toSorted().join(','))}
        />
      )}
    </FilterButton>
  );
}
