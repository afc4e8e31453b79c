import { type ReactNode, useId } from 'react';
import { classes } from '../../lib/browser/classes.ts';
import { IconChevronDown } from '../icons/icons.ts';
import { describedBy, Field, inputClasses } from './field.tsx';

export interface SelectInputProps {
  label: string;
  name: string;
  value: string;
  error?: string | undefined;
  required?: boolean | undefined;
  hint?: string | undefined;
  disabled?: boolean | undefined;
  onChange: (value: string) => void;
  /** Its options. */
  children: ReactNode;
}

/** A choice among the fields of a form, which looks like them. */
export function SelectInput({
  label,
  name,
  value,
  error,
  required,
  hint,
  disabled,
  onChange,
  children,
}: SelectInputProps) {
  const id = useId();
  return (
    <Field id={id} label={label} required={required} error={error} hint={hint}>
      <span className="relative block">
        <select
          {...describedBy(id, error, hint)}
          name={name}
          aria-required={required || undefined}
          disabled={disabled}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          className={classes(inputClasses, 'appearance-none pr-10', value === '' && 'text-ink-faint')}
        >
          {children}
        </select>
        <IconChevronDown
          size={18}
          className="pointer-events-none absolute inset-y-0 right-3 my-auto text-ink-soft"
          aria-hidden="true"
        />
      </span>
    </Field>
  );
}
