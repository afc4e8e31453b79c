import { Popover } from '@base-ui/react/popover';
import { useState } from 'react';
import { Button } from '../../components/button/button.tsx';
import { DateField } from '../../components/form/date-field.tsx';
import { classes } from '../../lib/browser/classes.ts';
import type { AuditSearch, AuditSearchChanges } from '../../lib/url/audit-search.ts';
import { dayBefore, describeDays, periodOf, periods, searchOf } from './audit-filters.ts';

export interface PeriodFilterProps {
  search: AuditSearch;
  onChange: (changes: AuditSearchChanges) => void;
}

/** Chooses the last days, or a first and a last day. Pressing the chosen period again removes it. */
export function PeriodFilter({ search, onChange }: PeriodFilterProps) {
  const [isOpen, setOpen] = useState(false);
  const period = periodOf(search);
  const days = period ? null : describeDays(search);

  return (
    <fieldset className="flex print:border-0 min-w-0 divide-x divide-line overflow-clip rounded-full border border-line-strong max-md:w-full max-md:flex-wrap max-md:rounded-[22px]">
      <legend className="sr-only">Period</legend>
      {periods.map((one) => (
        <button
          key={one.label}
          type="button"
          aria-pressed={one === period}
          onClick={() => onChange(one === period ? { from: undefined, to: undefined } : searchOf(one))}
          className={buttonClasses}
        >
          {one.label}
        </button>
      ))}
      <Popover.Root
        open={isOpen}
        onOpenChange={(next) => {
          setOpen(next);
          // Keeps the days of the period, so that the user can change them.
          if (next && period) onChange({ to: dayBefore(0) });
        }}
      >
        <Popover.Trigger
          aria-label={days ? `Custom: ${days}` : undefined}
          aria-pressed={days !== null}
          // On a phone, two days with their years need a whole line.
          className={classes(buttonClasses, days && 'max-md:basis-full max-md:border-t max-md:border-l-0')}
        >
          {days ?? 'Custom'}
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Positioner side="bottom" align="start" sideOffset={5} collisionPadding={8}>
            <Popover.Popup
              aria-label="Days"
              className="w-64 space-y-3 rounded-menu border border-line bg-surface p-4 shadow-popup outline-none transition data-starting-style:-translate-y-1 data-starting-style:opacity-0"
            >
              <DateField
                label="From"
                value={search.from ?? ''}
                max={search.to}
                onChange={({ target }) => onChange({ from: target.value || undefined })}
              />
              <DateField
                label="To"
                value={search.to ?? ''}
                min={search.from}
                onChange={({ target }) => onChange({ to: target.value || undefined })}
              />
              <div className="flex items-center justify-between">
                <Button
                  variant="link"
                  disabled={days === null}
                  onClick={() => onChange({ from: undefined, to: undefined })}
                >
                  Clear
                </Button>
                <Button variant="secondary" onClick={() => setOpen(false)}>
                  Done
                </Button>
              </div>
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
    </fieldset>
  );
}

const buttonClasses =
  'h-8 bg-surface px-3 not-aria-pressed:print:hidden whitespace-nowrap -outline-offset-2 hover:bg-surface-raised active:bg-line aria-pressed:bg-petrol-soft aria-pressed:font-semibold aria-pressed:text-petrol max-md:h-11 max-md:flex-1';
