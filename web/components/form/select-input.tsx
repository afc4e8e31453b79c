import { type ReactNode, useId } from 'react';
import { classes } from '../../lib/browser/classes.ts';
import { IconChevronDown } from '../icons/icons.ts';
import { describedBy, Field, inputClasses } from './field.tsx';

export interface SelectInputProps {
  label: string;
  name: string;
  value: string;
  error?: string | undefined;
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
  hint,
  disabled,
  onChange,
  children,
}: SelectInputProps) {
  const id = useId();
  return (
    <Field id={id} label={label} error={error} hint={hint}>
      <span className="relative block">
        <select
          {...describedBy(id, error, hint)}
          name={name}
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
