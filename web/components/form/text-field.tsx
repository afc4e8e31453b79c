import { type ComponentPropsWithRef, type ReactNode, useId } from 'react';
import { classes } from '../../lib/browser/classes.ts';
import { describedBy, Field, inputClasses } from './field.tsx';

export interface TextFieldProps extends Omit<ComponentPropsWithRef<'input'>, 'id'> {
  label: string;
  required?: boolean | undefined;
  error?: string | undefined;
  hint?: ReactNode;
}

/** `<TextField label="Name" required {...register('name')} />` */
export function TextField({ label, required, error, hint, className, ...input }: TextFieldProps) {
  const id = useId();
  return (
    <Field id={id} label={label} required={required} error={error} hint={hint}>
      <input
        type="text"
        {...input}
        {...describedBy(id, error, hint)}
        aria-required={required || undefined}
        className={classes(inputClasses, className)}
      />
    </Field>
  );
}
