import { newPasswordInput } from '../../../../contract/auth.ts';
import { Button } from '../../../components/button/button.tsx';
import { Alert } from '../../../components/feedback/alert.tsx';
import { PasswordField } from '../../../components/form/password-field.tsx';
import { useSchemaForm } from '../../../lib/form/form.ts';

export interface NewPasswordFormProps {
  /** What it throws is shown, and the form stays for another try. */
  onSubmit: (password: string) => Promise<void>;
}

export function NewPasswordForm({ onSubmit }: NewPasswordFormProps) {
  const form = useSchemaForm(newPasswordInput, { password: '', confirmPassword: '' });
  const { errors, failure, isSubmitting } = form.formState;

  const submit = form.handleSubmit(({ password }) => onSubmit(password));

  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      {failure && <Alert tone="error">{failure.message}</Alert>}
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
