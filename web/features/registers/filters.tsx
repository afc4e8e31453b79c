import { useDeferredValue, useState } from 'react';
import { FilterButton } from '../../components/filters/filter-button.tsx';
import { ChoiceRows } from '../../components/form/choices.tsx';
import { DateField } from '../../components/form/date-field.tsx';
import { toDay } from '../../lib/format/format-date.ts';
import { addDays, dayOfYear } from './sales/days.ts';

export interface RangeFilterProps {
  from: string | undefined;
  to: string | undefined;
  onChange: (range: { from: string | undefined; to: string | undefined }) => void;
}

const periods = [7, 28, 90];

/** The days on which it was sold. Without any, the last 7 days that have figures. */
export function RangeFilter({ from, to, onChange }: RangeFilterProps) {
  const today = toDay(new Date());
  const nameOf = (day: string | undefined) => (day ? dayOfYear(day, today.slice(0, 4)) : '…');
  const chosen = from || to ? `${nameOf(from)} – ${nameOf(to)}` : null;
  return (
    <FilterButton
      label="Days"
      everything="Last 7 days"
      chosen={chosen}
      onChange={(period) => {
        const [first, last] = period?.split(' ') ?? [];
        onChange({ from: first, to: last });
      }}
    >
      {(choose) => (
        <div className="flex flex-col gap-3">
          <ChoiceRows
            label="Days"
            choices={periods.map((days) => [
              `${addDays(today, 1 - days)} ${today}`,
              `Last ${days} days until today`,
            ])}
            onChoose={choose}
          />
          <DateField
            label="From"
            value={from ?? ''}
            max={to}
            onChange={({ target }) => onChange({ from: target.value || undefined, to })}
          />
          <DateField
            label="To"
            value={to ?? ''}
            min={from}
            onChange={({ target }) => onChange({ from, to: target.value || undefined })}
          />
        </div>
      )}
    </FilterButton>
  );
}

/** What is typed to find products, and its field. */
export function useProductSearch() {
  const [text, setText] = useState('');
  const look = { placeholder: 'Search products...', className: 'w-80 max-md:w-full max-md:col-span-2' };
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
