import type { ReactNode } from 'react';
import { classes } from '../../lib/browser/classes.ts';

export interface RadiosProps<Value extends string> {
  legend: ReactNode;
  isLegendHidden?: boolean;
  name: string;
  /** Values with their labels, in their order. */
  values: Partial<Record<Value, string>>;
  /** Undefined before one is chosen. */
  value: Value | undefined;
  disabled?: boolean;
  className?: string;
  onChange: (value: Value) => void;
  /** What belongs to the chosen one, below all. */
  children?: ReactNode;
}

export function Radios<Value extends string>({
  legend,
  isLegendHidden = false,
  name,
  values,
  value,
  disabled,
  className,
  onChange,
  children,
}: RadiosProps<Value>) {
  return (
    <fieldset className={classes('min-w-0', className)}>
      <legend className={isLegendHidden ? 'sr-only' : 'font-medium'}>{legend}</legend>
      {(Object.entries(values) as [Value, string][]).map(([key, label]) => (
        <label key={key} className="flex items-start gap-2.5 py-2 max-md:py-3">
          <input
            type="radio"
            name={name}
            className="mt-0.5 size-4 shrink-0 accent-petrol"
            checked={value === key}
            disabled={disabled}
            onChange={() => onChange(key)}
          />
          {label}
        </label>
      ))}
      {children}
    </fieldset>
  );
}
