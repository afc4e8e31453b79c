import { useState } from 'react';
import type { AuditSearch, AuditSearchChanges } from '../../lib/address/audit-search.ts';
import { classes } from '../../lib/browser/classes.ts';
import { dayBefore, periodOf, periods, searchOf } from './audit-filters.ts';
import { chipClasses } from './filter-button.tsx';

export interface PeriodFilterProps {
  search: AuditSearch;
  onChange: (changes: AuditSearchChanges) => void;
}

/** The last days, or a first and a last day of one's own. A pressed period is taken away by pressing it again. */
export function PeriodFilter({ search, onChange }: PeriodFilterProps) {
  const [isOpen, setOpen] = useState(false);
  const period = periodOf(search);
  const isCustom = !period && Boolean(isOpen || search.from || search.to);

  return (
    <>
      <fieldset className="flex print:border-0 min-w-0 divide-x divide-line overflow-clip rounded-full border border-line-strong max-md:w-full">
        <legend className="sr-only">Period</legend>
        {periods.map((one) => (
          <PeriodButton
            key={one.label}
            label={one.label}
            isPressed={one === period}
            onPress={() => {
              setOpen(false);
              onChange(one === period ? { from: undefined, to: undefined } : searchOf(one));
            }}
          />
        ))}
        <PeriodButton
          label="Custom"
          isPressed={isCustom}
          onPress={() => {
            setOpen(!isCustom);
            // The days of a period stay, to be changed.
            if (period) onChange({ to: dayBefore(0) });
            else if (isCustom) onChange({ from: undefined, to: undefined });
          }}
        />
      </fieldset>
      {isCustom && (
        <div className="flex min-w-0 flex-wrap items-center gap-2 max-md:w-full">
          <Day label="From" value={search.from} max={search.to} onChange={(from) => onChange({ from })} />
          <Day label="To" value={search.to} min={search.from} onChange={(to) => onChange({ to })} />
        </div>
      )}
    </>
  );
}

interface PeriodButtonProps {
  label: string;
  isPressed: boolean;
  onPress: () => void;
}

function PeriodButton({ label, isPressed, onPress }: PeriodButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isPressed}
      onClick={onPress}
      className="h-8 bg-surface px-3 not-aria-pressed:print:hidden whitespace-nowrap -outline-offset-2 hover:bg-surface-raised active:bg-line aria-pressed:bg-petrol-soft aria-pressed:font-semibold aria-pressed:text-petrol max-md:h-11 max-md:flex-1"
    >
      {label}
    </button>
  );
}

interface DayProps {
  label: string;
  value: string | undefined;
  min?: string | undefined;
  max?: string | undefined;
  onChange: (day: string | undefined) => void;
}

function Day({ label, value, min, max, onChange }: DayProps) {
  return (
    <label className="flex min-w-0 items-center gap-2 text-ink-soft max-md:flex-1">
      {label}
      <input
        type="date"
        className={classes(chipClasses(Boolean(value)), 'px-2')}
        value={value ?? ''}
        min={min}
        max={max}
        onChange={(event) => onChange(event.target.value || undefined)}
      />
    </label>
  );
}
