import { classes } from '../../lib/browser/classes.ts';

export interface SegmentsProps<Value extends string> {
  label: string;
  options: readonly (readonly [value: Value, name: string])[];
  value: Value;
  onChange: (value: Value) => void;
  className?: string;
}

/** One of a few, all in view. */
export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  const { label, options, value, onChange, className } = props;
  return (
    <fieldset
      className={classes(
        'flex gap-px overflow-clip rounded-control border border-line-strong bg-line print:hidden',
        className,
      )}
    >
      <legend className="sr-only">{label}</legend>
      {options.map(([one, name]) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === value}
          onClick={() => onChange(one)}
          className="h-8 grow bg-surface px-3 whitespace-nowrap -outline-offset-2 hover:bg-surface-raised active:bg-line aria-pressed:bg-petrol-soft aria-pressed:font-semibold aria-pressed:text-petrol max-md:h-11 max-md:px-2.5"
        >
          {name}
        </button>
      ))}
    </fieldset>
  );
}
