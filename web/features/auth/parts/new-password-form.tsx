import { newPasswordInput } from '../../../../contract/auth/auth-forms.ts';
import { Button } from '../../../components/button/button.tsx';
import { Alert } from '../../../components/feedback/alert.tsx';
import { NewPasswordFields } from '../../../components/form/new-password-fields.tsx';
import { useSchemaForm } from '../../../lib/form/form.ts';
import { FormMessage } from './form-message.tsx';

export interface NewPasswordFormProps {
  /** An error that it throws is shown, and the form stays for another try. */
  onSubmit: (password: string) => Promise<void>;
}

export function NewPasswordForm({ onSubmit }: NewPasswordFormProps) {
  const form = useSchemaForm(newPasswordInput, { password: '', confirmPassword: '' });
  const { errors, failure, isSubmitting } = form.formState;

  const submit = form.handleSubmit(({ password }) => onSubmit(password));

  return (
    <form noValidate onSubmit={submit}>
      <FormMessage>{failure && <Alert tone="error">{failure.message}</Alert>}</FormMessage>
      <div className="space-y-4">
        <NewPasswordFields label="New Password" register={form.register} errors={errors} />
        <Button type="submit" size="form" className="w-full" loading={isSubmitting} loadingLabel="Saving...">
          Set new password
        </Button>
      </div>
    </form>
  );
}
