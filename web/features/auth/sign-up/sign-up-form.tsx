import { useState } from 'react';
import { signUpInput } from '../../../../contract/auth.ts';
import { Button } from '../../../components/button/button.tsx';
import { Alert } from '../../../components/feedback/alert.tsx';
import { PasswordField } from '../../../components/form/password-field.tsx';
import { TextField } from '../../../components/form/text-field.tsx';
import { signUp } from '../../../lib/account/auth-store.ts';
import { useSchemaForm } from '../../../lib/form/form.ts';
import { warmUpAuthClient } from '../../../lib/session/auth-client.ts';
import { FormHeading } from '../parts/form-heading.tsx';
import { SignUpSuccess } from './sign-up-success.tsx';

export interface SignUpFormProps {
  onCreated: (email: string) => void;
  onSwitchToSignIn: () => void;
}

export function SignUpForm({ onCreated, onSwitchToSignIn }: SignUpFormProps) {
  const [created, setCreated] = useState<{ isAdministrator: boolean } | null>(null);
  const form = useSchemaForm(signUpInput, { full_name: '', email: '', password: '', confirmPassword: '' });
  const { errors, failure, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (input) => {
    const user = await signUp(input);
    // Only the first account of an empty system is confirmed at once.
    setCreated({ isAdministrator: Boolean(user.email_confirmed_at) });
    onCreated(input.email);
  });

  if (created) return <SignUpSuccess isAdministrator={created.isAdministrator} onReturn={onSwitchToSignIn} />;
  return (
    <form noValidate onSubmit={submit} onFocus={warmUpAuthClient}>
      <FormHeading title="Create your account">Get started with the store management system.</FormHeading>
      <div className="space-y-4">
        {failure && <Alert tone="error">{failure.message || 'Sign up failed'}</Alert>}
        <TextField
          label="Full Name"
          autoComplete="name"
          error={errors.full_name?.message}
          {...form.register('full_name')}
        />
        <TextField
          label="Email address"
          type="email"
          autoComplete="username"
          error={errors.email?.message}
          {...form.register('email')}
        />
        <PasswordField
          label="Password"
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
        <Button
          type="submit"
          size="form"
          className="mt-1 w-full"
          loading={isSubmitting}
          loadingLabel="Creating account..."
        >
          Create Account
        </Button>
      </div>
      <p className="mt-6 flex flex-wrap justify-center gap-x-1 text-ink-soft">
        Already have an account?{' '}
        <Button variant="link" onClick={onSwitchToSignIn}>
          Sign in here
        </Button>
      </p>
    </form>
  );
}
