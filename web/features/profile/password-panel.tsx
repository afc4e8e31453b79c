import { useMutation } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { newPasswordInput } from '../../../contract/auth/auth-forms.ts';
import { Button } from '../../components/button/button.tsx';
import { Panel } from '../../components/display/panel.tsx';
import { SaveOutcome } from '../../components/feedback/save-outcome.tsx';
import { NewPasswordFields, PasswordField } from '../../components/form/password-field.tsx';
import { updatePassword } from '../../lib/account/auth-store.ts';
import { useUnloadQuestion } from '../../lib/browser/use-unload-question.ts';
import { submitWith, useSchemaForm } from '../../lib/form/form.ts';

const passwordChange = z.intersection(
  newPasswordInput,
  z.object({ current_password: z.string().check(z.minLength(1, 'Please enter your current password')) }),
);
const blank = { current_password: '', password: '', confirmPassword: '' };

export function PasswordPanel({ email }: { email: string }) {
  const form = useSchemaForm(passwordChange, blank);
  const save = useMutation({
    mutationFn: ({ current_password, password }: z.output<typeof passwordChange>) =>
      updatePassword(password, current_password),
    onSuccess: () => form.reset(blank),
  });
  useUnloadQuestion(form.formState.isChanged);

  return (
    <Panel isSection title="Password" description="A new password signs out every other device.">
      <form noValidate onSubmit={submitWith(form, save)} className="flex flex-col gap-4">
        <SaveOutcome
          save={save}
          done="Your password is changed. All other devices are signed out."
          failed="The password was not changed"
        />
        {/* Tells a password manager whose password this is. */}
        <input type="hidden" name="username" autoComplete="username" value={email} />
        <PasswordField
          label="Current Password"
          autoComplete="current-password"
          {...form.register('current_password')}
        />
        <NewPasswordFields label="New Password" register={form.register} />
        <Button type="submit" className="self-start" loading={save.isPending} loadingLabel="Saving...">
          Change password
        </Button>
      </form>
    </Panel>
  );
}
