import { type ComponentPropsWithRef, useId } from 'react';
import { classes } from '../../lib/browser/classes.ts';
import { IconCalendar } from '../icons/icons.ts';
import { describedBy, Field, inputClasses } from './field.tsx';

export interface DateFieldProps extends Omit<ComponentPropsWithRef<'input'>, 'id' | 'type'> {
  label: string;
  /** Draws the star and informs screen readers; the form checks the rule. */
  required?: boolean | undefined;
  error?: string | undefined;
  /** '2026-11-20'; empty for none. */
  value?: string | undefined;
}

export function DateField({ label, required, error, ...input }: DateFieldProps) {
  const id = useId();
  return (
    <Field id={id} label={label} required={required} error={error}>
      <span className="relative block">
        <input
          {...input}
          type="date"
          {...describedBy(id, error, undefined)}
          required={required}
          className={classes(inputClasses, 'date', !input.value && 'text-ink-faint')}
        />
        {/* Covers the browser's own button. Browsers that cannot hide theirs show only that. */}
        <IconCalendar
          size={18}
          className="pointer-events-none absolute inset-y-0 right-3 my-auto hidden text-ink-soft supports-[selector(::-webkit-calendar-picker-indicator)]:block"
          aria-hidden="true"
        />
      </span>
    </Field>
  );
}
