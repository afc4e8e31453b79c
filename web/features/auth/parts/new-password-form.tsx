import { newPasswordInput } from '../../../../contract/auth/auth-forms.ts';
import { Button } from '../../../components/button/button.tsx';
import { Alert } from '../../../components/feedback/alert.tsx';
import { NewPasswordFields } from '../../../components/form/password-field.tsx';
import { useFocusOnOpen } from '../../../lib/browser/use-focus-on-open.ts';
import { useSchemaForm } from '../../../lib/form/form.ts';
import { FormMessage } from './form-message.tsx';

export interface NewPasswordFormProps {
  isFirst?: boolean;
  /** An error that it throws is shown, and the form stays for another try. */
  onSubmit: (password: string) => Promise<void>;
}

export function NewPasswordForm({ isFirst = false, onSubmit }: NewPasswordFormProps) {
  const form = useSchemaForm(newPasswordInput, { password: '', confirmPassword: '' });
  const first = useFocusOnOpen();
  const { failure, isSubmitting } = form.formState;

  const submit = form.handleSubmit(({ password }) => onSubmit(password));

  return (
    <form noValidate onSubmit={submit}>
      <FormMessage>{failure && <Alert tone="error">{failure.message}</Alert>}</FormMessage>
      <div className="flex flex-col gap-4">
        <NewPasswordFields
          label={isFirst ? 'Password' : 'New Password'}
          first={first}
          register={form.register}
        />
        <Button type="submit" size="form" className="w-full" loading={isSubmitting} loadingLabel="Saving...">
          {isFirst ? 'Set password' : 'Set new password'}
        </Button>
      </div>
    </form>
  );
}
