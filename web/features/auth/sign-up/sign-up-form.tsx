import { useState } from 'react';
import { Button } from '../../../components/button/button.tsx';
import { Alert } from '../../../components/feedback/alert.tsx';
import { NewPasswordFields } from '../../../components/form/password-field.tsx';
import { TextField } from '../../../components/form/text-field.tsx';
import { signUp } from '../../../lib/account/auth-store.ts';
import { useNamedPage } from '../../../lib/browser/page-name.ts';
import { useFocusOnOpen } from '../../../lib/browser/use-focus-on-open.ts';
import { useSchemaForm } from '../../../lib/form/form.ts';
import { useAppConfig } from '../../../lib/http/app-config.ts';
import { warmUpAuthClient } from '../../../lib/session/auth-client.ts';
import { signUpSchema } from '../auth-schemas.ts';
import { FormHeading } from '../parts/form-heading.tsx';
import { FormMessage } from '../parts/form-message.tsx';
import { SignUpSuccess } from './sign-up-success.tsx';

export interface SignUpFormProps {
  onCreated: (email: string) => void;
  onSwitchToSignIn: () => void;
}

export function SignUpForm({ onCreated, onSwitchToSignIn }: SignUpFormProps) {
  const [created, setCreated] = useState<{ isAdministrator: boolean } | null>(null);
  const form = useSchemaForm(signUpSchema, { full_name: '', email: '', password: '', confirmPassword: '' });
  const { failure, isSubmitting } = form.formState;
  const { needs_first_account } = useAppConfig();
  const first = useFocusOnOpen();
  useNamedPage('Create your account');

  const submit = form.handleSubmit(async (input) => {
    const user = await signUp(input);
    // Only the first account of an empty system is confirmed at once.
    setCreated({ isAdministrator: Boolean(user.email_confirmed_at) });
    onCreated(input.email);
  });

  if (created) return <SignUpSuccess isAdministrator={created.isAdministrator} onReturn={onSwitchToSignIn} />;
  return (
    <form noValidate onSubmit={submit} onInput={warmUpAuthClient}>
      <FormHeading title="Create your account">Get started with the store management system.</FormHeading>
      <FormMessage>
        {failure && <Alert tone="error">{failure.message || 'Sign up failed'}</Alert>}
        {needs_first_account && !failure && (
          <Alert tone="info">No account exists yet. The first one you create is the administrator.</Alert>
        )}
      </FormMessage>
      <div className="flex flex-col gap-4">
        <TextField label="Full Name" autoComplete="name" ref={first} {...form.register('full_name')} />
        <TextField label="Email address" type="email" autoComplete="username" {...form.register('email')} />
        <NewPasswordFields label="Password" register={form.register} />
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
