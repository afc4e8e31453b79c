import { useState } from 'react';
import { Button } from '../../../components/button/button.tsx';
import { Alert } from '../../../components/feedback/alert.tsx';
import { Checkbox } from '../../../components/form/checkbox.tsx';
import { PasswordField } from '../../../components/form/password-field.tsx';
import { TextField } from '../../../components/form/text-field.tsx';
import { authCodeOf } from '../../../lib/account/ask-auth.ts';
import { signIn, useAuth } from '../../../lib/account/auth-store.ts';
import { useFocusOnOpen } from '../../../lib/browser/use-focus-on-open.ts';
import { useSchemaForm } from '../../../lib/form/form.ts';
import { useAppConfig } from '../../../lib/http/app-config.ts';
import { warmUpAuthClient } from '../../../lib/session/auth-client.ts';
import { signInSchema } from '../auth-schemas.ts';
import { ContactLink } from '../parts/contact-link.tsx';
import { FormHeading } from '../parts/form-heading.tsx';
import { FormMessage } from '../parts/form-message.tsx';
import { ResendLink } from '../parts/resend-link.tsx';

export interface SignInFormProps {
  email: string;
  onForgot: (email: string) => void;
  onSwitchToSignUp?: (() => void) | undefined;
}

export function SignInForm({ email, onForgot, onSwitchToSignUp }: SignInFormProps) {
  const { error } = useAuth();
  const first = useFocusOnOpen();
  const { needs_first_account } = useAppConfig();
  const [triedEmail, setTriedEmail] = useState('');
  const form = useSchemaForm(signInSchema, { email, password: '', remember: false });
  const { failure, isSubmitting } = form.formState;
  const message = error ?? failure?.message;
  const code = authCodeOf(failure);

  const submit = form.handleSubmit(async (input) => {
    setTriedEmail(input.email);
    await signIn(input);
  });

  return (
    <form noValidate onSubmit={submit} onInput={warmUpAuthClient}>
      <FormHeading title="Sign In">Welcome back! Please enter your credentials.</FormHeading>
      <FormMessage>
        {message && (
          <Alert tone="error">
            {message}
            {code === 'email_not_confirmed' && <ResendLink email={triedEmail} />}
            {code === 'outdated' && (
              <Button
                variant="link"
                className="ml-1 text-current! underline"
                onClick={() => location.reload()}
              >
                Reload
              </Button>
            )}
          </Alert>
        )}
        {needs_first_account && !message && (
          <Alert tone="info">No account exists yet. The first one you create is the administrator.</Alert>
        )}
      </FormMessage>
      <div className="flex flex-col gap-4">
        <TextField
          label="Email"
          type="email"
          placeholder="Enter email"
          autoComplete="username"
          ref={email ? undefined : first}
          {...form.register('email')}
        />
        <PasswordField
          label="Password"
          placeholder="Enter password"
          autoComplete="current-password"
          ref={email ? first : undefined}
          {...form.register('password')}
        />
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <Checkbox label="Remember me" {...form.register('remember')} />
          <Button variant="link" onClick={() => onForgot(form.values.email)}>
            Forgot password?
          </Button>
        </div>
        <Button
          type="submit"
          size="form"
          className="w-full"
          loading={isSubmitting}
          loadingLabel="Signing in..."
        >
          Sign In
        </Button>
      </div>
      <p className="mt-6 flex flex-wrap justify-center gap-x-1 text-ink-soft">
        Don't have an account?{' '}
        {onSwitchToSignUp ? (
          <Button variant="link" onClick={onSwitchToSignUp}>
            Create one now
          </Button>
        ) : (
          <ContactLink label="Contact your administrator" />
        )}
      </p>
    </form>
  );
}
