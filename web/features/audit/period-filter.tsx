import { useState } from 'react';
import { Button } from '../../components/button/button.tsx';
import { DateField } from '../../components/form/date-field.tsx';
import { Popover } from '../../components/overlay/popover.tsx';
import { PopupPlace } from '../../components/overlay/popup-place.tsx';
import { classes } from '../../lib/browser/classes.ts';
import { createPopup } from '../../lib/browser/popup.ts';
import { dayBefore } from '../../lib/format/format-date.ts';
import {
  type AuditSearch,
  type AuditSearchChanges,
  describeDays,
  periodOf,
  periods,
  searchOf,
} from './audit-filters.ts';

export interface PeriodFilterProps {
  search: AuditSearch;
  onChange: (changes: AuditSearchChanges) => void;
}

export function PeriodFilter({ search, onChange }: PeriodFilterProps) {
  const [popup] = useState(() => createPopup('dialog'));
  const button = popup.buttonProps(null);
  const period = periodOf(search);
  const days = period ? null : describeDays(search);

  return (
    <fieldset className="flex print:border-0 min-w-0 overflow-clip rounded-full border border-line-strong max-md:w-full max-md:flex-wrap max-md:rounded-[22px]">
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
      <button
        type="button"
        {...button}
        onClick={(event) => {
          // Keeps the days of the period, so that the user can change them.
          if (period) onChange({ to: dayBefore(0) });
          button.onClick(event);
        }}
        aria-label={days ? `Custom: ${days}` : undefined}
        aria-pressed={days !== null}
        // On a phone, two days with their years need a whole line.
        className={classes(buttonClasses, days && 'max-md:basis-full max-md:border-t max-md:border-l-0')}
      >
        {days ?? 'Custom'}
      </button>
      <PopupPlace of={popup}>
        {(open) => (
          <Popover title="Days" isTitleHidden popup={open} align="start">
            <div className="flex w-56 flex-col gap-3">
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
                <Button variant="secondary" onClick={open.close}>
                  Done
                </Button>
              </div>
            </div>
          </Popover>
        )}
      </PopupPlace>
    </fieldset>
  );
}

const buttonClasses =
  'h-8 not-last:border-r not-last:border-line bg-surface px-3 not-aria-pressed:print:hidden whitespace-nowrap -outline-offset-2 hover:bg-surface-raised active:bg-line aria-pressed:bg-petrol-soft aria-pressed:font-semibold aria-pressed:text-petrol max-md:h-11 max-md:flex-1';
