import { classes } from '../../lib/browser/classes.ts';
import { IconChevronDown } from '../icons/icons.ts';
import { inputClasses } from './field.tsx';

export interface SelectFieldProps<Value extends string> {
  label: string;
  isLabeled?: boolean;
  value: Value;
  options: readonly { value: Value; label: string }[];
  isInvalid?: boolean;
  disabled?: boolean;
  className?: string;
  onChange: (value: Value) => void;
}

export function SelectField<Value extends string>({
  label,
  isLabeled = false,
  value,
  options,
  isInvalid = false,
  disabled = false,
  className,
  onChange,
}: SelectFieldProps<Value>) {
  const select = (
    <span className={classes('relative block', className)}>
      <select
        aria-label={label}
        aria-invalid={isInvalid || undefined}
        disabled={disabled}
        value={value}
        onChange={({ target }) => onChange(target.value as Value)}
        className={classes(
          inputClasses,
          'h-9! appearance-none pr-8! pl-2! text-body! max-md:h-11! max-md:text-phone-input!',
        )}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <IconChevronDown
        size={16}
        className="pointer-events-none absolute inset-y-0 right-2.5 my-auto text-ink-soft"
        aria-hidden="true"
      />
    </span>
  );
  if (!isLabeled) return select;
  return (
    <div>
      <span aria-hidden="true" className="mb-1 block text-small text-ink-soft">
        {label}
      </span>
      {select}
    </div>
  );
}
