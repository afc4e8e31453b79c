import { useState } from 'react';
import * as z from 'zod/mini';
import { newPasswordInput } from '../../../contract/auth.ts';
import { Button } from '../../components/button/button.tsx';
import { Panel } from '../../components/display/panel.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { PasswordField } from '../../components/form/password-field.tsx';
import { updatePassword } from '../../lib/account/update-password.ts';
import { useSchemaForm } from '../../lib/form/form.ts';

const passwordChange = z.intersection(
  newPasswordInput,
  z.object({ current_password: z.string().check(z.minLength(1, 'Please enter your current password')) }),
);
const blank = { current_password: '', password: '', confirmPassword: '' };

export function PasswordPanel({ email }: { email: string }) {
  const [answer, setAnswer] = useState<{ tone: 'success' | 'error'; text: string } | null>(null);
  const form = useSchemaForm(passwordChange, blank);
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ current_password, password }) => {
    const failure = await updatePassword(password, current_password);
    if (!failure) form.reset(blank);
    setAnswer(
      failure
        ? { tone: 'error', text: failure.message }
        : { tone: 'success', text: 'Your password is changed. All other devices are signed out.' },
    );
  });

  return (
    <Panel title="Password" description="A new password signs out every other device.">
      <form noValidate onSubmit={submit} className="space-y-4">
        {answer && <Alert tone={answer.tone}>{answer.text}</Alert>}
        {/* Tells a password manager whose password this is. */}
        <input type="hidden" name="username" autoComplete="username" value={email} />
        <PasswordField
          label="Current Password"
          autoComplete="current-password"
          error={errors.current_password?.message}
          {...form.register('current_password')}
        />
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
        <Button type="submit" loading={isSubmitting} loadingLabel="Saving...">
          Change password
        </Button>
      </form>
    </Panel>
  );
}
