import type { ComponentPropsWithRef, ReactNode } from 'react';
import { classes } from '../../lib/browser/classes.ts';

export interface CheckboxProps extends Omit<ComponentPropsWithRef<'input'>, 'type'> {
  label: string;
  hint?: ReactNode;
}

export function Checkbox({ label, hint, className, ...input }: CheckboxProps) {
  const box = (
    <label className={classes('inline-flex min-h-9 items-center gap-2.5 max-md:min-h-11', className)}>
      <input {...input} type="checkbox" className="check" />
      {label}
    </label>
  );
  if (!hint) return box;
  return (
    <div>
      {box}
      <p className="text-small">{hint}</p>
    </div>
  );
}
