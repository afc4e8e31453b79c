import type { Ref } from 'react';
import type { Register } from '../../lib/form/form.ts';
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
