import type { Ref } from 'react';
import type { FieldErrors, Register } from '../../lib/form/form.ts';
import { PasswordField } from './password-field.tsx';

interface NewPasswordValues {
  password: string;
  confirmPassword: string;
}

export interface NewPasswordFieldsProps {
  /** 'New Password' when the user has a password already. */
  label: string;
  first?: Ref<HTMLInputElement>;
  register: Register<NewPasswordValues>;
  errors: FieldErrors<NewPasswordValues>;
}

export function NewPasswordFields({ label, first, register, errors }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField
        label={label}
        {...(first && { ref: first })}
        autoComplete="new-password"
        error={errors.password?.message}
        {...register('password')}
      />
      <PasswordField
        label="Confirm Password"
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...register('confirmPassword')}
      />
    </>
  );
}
