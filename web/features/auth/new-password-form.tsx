import { useState } from 'react';
import { newPasswordInput } from '../../../contract/auth.ts';
import { Button } from '../../components/button/button.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { PasswordField } from '../../components/form/password-field.tsx';
import { useSchemaForm } from '../../lib/form/form.ts';

export interface NewPasswordFormProps {
  /** Gives the words to show when it fails; the form stays for another try. */
  onSubmit: (password: string) => Promise<string | null>;
}

export function NewPasswordForm({ onSubmit }: NewPasswordFormProps) {
  const [error, setError] = useState<string | null>(null);
  const form = useSchemaForm(newPasswordInput, { password: '', confirmPassword: '' });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ password }) => setError(await onSubmit(password)));

  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      {error && <Alert tone="error">{error}</Alert>}
      <PasswordField
        label="New Password"
        autoComplete="new-password"
        error={errors.password?.message}
        {...form.register('password')}
      />
      <PasswordField
        label="Confirm Password"
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...form.register('confirmPassword')}
      />
      <Button type="submit" size="form" className="w-full" loading={isSubmitting} loadingLabel="Saving...">
        Set new password
      </Button>
    </form>
  );
}
