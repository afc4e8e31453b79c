import { useDeferredValue, useState } from 'react';
import { stateNames } from '../../../contract/fields/states.ts';
import type { SalesPeriod } from '../../../contract/sales-selection.ts';
import { FilterButton } from '../../components/filters/filter-button.tsx';
import { FilterValuesList } from '../../components/filters/filter-values.tsx';
import { ChoiceRows } from '../../components/form/choices.tsx';
import { DateField } from '../../components/form/date-field.tsx';
import { toDay } from '../../lib/format/format-date.ts';
import { listValuesQuery } from '../../parts/filters/list-values.api.ts';
import { periodNames } from './sales/comparison.ts';
import { dayOfYear } from './sales/days.ts';

export interface Days {
  period?: SalesPeriod | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

export interface RangeFilterProps extends Days {
  onChange: (days: Required<Days>) => void;
}

const noDays = { period: undefined, from: undefined, to: undefined };

/** The days on which it was sold. Without any, the last 7 days that have figures. */
export function RangeFilter({ period, from, to, onChange }: RangeFilterProps) {
  const today = toDay(new Date());
  const nameOf = (day: string | undefined) => (day ? dayOfYear(day, today.slice(0, 4)) : '…');
  const days = from || to ? `${nameOf(from)} – ${nameOf(to)}` : null;
  return (
    <FilterButton
      label="Days"
      everything="Last 7 days"
      isPlain
      chosen={period ? periodNames[period] : days}
      onChange={(period) => onChange({ ...noDays, period: period as SalesPeriod | undefined })}
    >
      {(choose) => (
        <div className="flex flex-col gap-3">
          <ChoiceRows
            label="Days"
            className="grid grid-cols-2"
            choices={Object.entries(periodNames)}
            onChoose={choose}
          />
          <DateField
            label="From"
            value={from ?? ''}
            max={to}
            onChange={({ target }) => onChange({ ...noDays, from: target.value || undefined, to })}
          />
          <DateField
            label="To"
            value={to ?? ''}
            min={from}
            onChange={({ target }) => onChange({ ...noDays, from, to: target.value || undefined })}
          />
        </div>
      )}
    </FilterButton>
  );
}

export interface StateFilterProps {
  /** 'NJ,NY' */
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** U.S. states of locations. */
export function StateFilter({ value, onChange }: StateFilterProps) {
  return (
    <FilterButton
      label="State"
      everything="All states"
      chosen={value?.replaceAll(',', ', ') ?? null}
      onChange={onChange}
    >
      {() => (
        <FilterValuesList
          label="State"
          fixed={[]}
          queryOf={() => listValuesQuery('locations', { field: 'state' })}
          optionOf={({ value }) => ({ value, label: value, detail: stateNames[value] })}
          isPlain
          filter={value ? { isNot: false, values: value.split(',') } : undefined}
          onChange={(filter) => onChange(filter?.values.toSorted().join(','))}
        />
      )}
    </FilterButton>
  );
}

/** What is typed to find products, and its field. */
export function useProductSearch() {
  const [text, setText] = useState('');
  const look = {
    placeholder: 'Search products...',
    className: 'w-80 md:max-xl:w-56 max-md:w-full max-md:col-span-2',
  };
  const field = { ...look, value: text, onValueChange: setText };
  return { q: useDeferredValue(text.trim()) || undefined, field };
}

export interface OneOfFilterProps {
  label: string;
  everything: string;
  options: Readonly<Record<string, string>>;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

export function OneOfFilter({ label, everything, options, value, onChange }: OneOfFilterProps) {
  return (
    <FilterButton
      label={label}
      everything={everything}
      chosen={value ? (options[value] ?? value) : null}
      onChange={onChange}
    >
      {(choose) => <ChoiceRows label={label} choices={Object.entries(options)} onChoose={choose} />}
    </FilterButton>
  );
}
