import type { ComponentPropsWithRef } from 'react';
import { classes } from '../../lib/browser/classes.ts';

export interface CheckboxProps extends Omit<ComponentPropsWithRef<'input'>, 'type'> {
  label: string;
}

export function Checkbox({ label, className, ...input }: CheckboxProps) {
  return (
    <label className={classes('inline-flex min-h-9 items-center gap-2.5 max-md:min-h-11', className)}>
      <input {...input} type="checkbox" className="check" />
      {label}
    </label>
  );
}
