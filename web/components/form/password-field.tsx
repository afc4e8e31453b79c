import { type Ref, useId, useState } from 'react';
import { classes } from '../../lib/browser/classes.ts';
import type { Register } from '../../lib/form/form.ts';
import { IconEye, IconEyeOff } from '../icons/icons.ts';
import { describedBy, Field, inputClasses } from './field.tsx';
import type { TextFieldProps } from './text-field.tsx';

export type PasswordFieldProps = Omit<TextFieldProps, 'type'>;

export function PasswordField({ label, required, error, hint, className, ...input }: PasswordFieldProps) {
  const id = useId();
  const [isVisible, setVisible] = useState(false);
  return (
    <Field id={id} label={label} required={required} error={error} hint={hint}>
      <div className="relative">
        <input
          autoCapitalize="none"
          spellCheck={false}
          {...input}
          {...describedBy(id, error, hint)}
          type={isVisible ? 'text' : 'password'}
          aria-required={required || undefined}
          className={classes(inputClasses, 'pr-11', className)}
        />
        <button
          type="button"
          aria-label={isVisible ? 'Hide password' : 'Show password'}
          aria-controls={id}
          onClick={() => setVisible(!isVisible)}
          className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-control text-ink-soft hover:text-ink active:bg-line"
        >
          {isVisible ? <IconEyeOff size={18} aria-hidden="true" /> : <IconEye size={18} aria-hidden="true" />}
        </button>
      </div>
    </Field>
  );
}

interface NewPasswordValues {
  password: string;
  confirmPassword: string;
}

export interface NewPasswordFieldsProps {
  /** 'New Password' when the user has a password already. */
  label: string;
  first?: Ref<HTMLInputElement>;
  register: Register<NewPasswordValues>;
}

export function NewPasswordFields({ label, first, register }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField
        label={label}
        {...(first && { ref: first })}
        autoComplete="new-password"
        {...register('password')}
      />
      <PasswordField label="Confirm Password" autoComplete="new-password" {...register('confirmPassword')} />
    </>
  );
}
