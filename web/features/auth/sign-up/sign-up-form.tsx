import { useEffect, useState } from 'react';
import { signUpReturnDelayMs } from '../../../../contract/fields/limits.ts';
import { Button } from '../../../components/button/button.tsx';
import { Alert } from '../../../components/feedback/alert.tsx';
import { NewPasswordFields } from '../../../components/form/password-field.tsx';
import { TextField } from '../../../components/form/text-field.tsx';
import { IconCircleCheck } from '../../../components/icons/icons.ts';
import { signUp } from '../../../lib/account/auth-store.ts';
import { useNamedPage } from '../../../lib/browser/page-name.ts';
import { useFocusOnOpen } from '../../../lib/browser/use-focus-on-open.ts';
import { useSchemaForm } from '../../../lib/form/form.ts';
import { useAppConfig } from '../../../lib/http/app-config.ts';
import { warmUpAuthClient } from '../../../lib/session/auth-client.ts';
import { signUpSchema } from '../auth.api.ts';
import { FormHeading, FormMessage } from '../parts/form-parts.tsx';

export function SignUpForm(props: { onCreated: (email: string) => void; onSwitchToSignIn: () => void }) {
  const { onCreated, onSwitchToSignIn } = props;
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

/** Returns to sign-in by itself after two seconds, unless the user is reading it (docs/specification.md, section 2). */
function SignUpSuccess(props: { isAdministrator: boolean; onReturn: () => void }) {
  const { isAdministrator, onReturn } = props;
  const { sends_email } = useAppConfig();

  // A user who points at it, or has the focus in it, is still reading or about to press the button.
  const [isRead, setRead] = useState(false);

  useEffect(() => {
    if (isRead) return;
    const timer = setTimeout(onReturn, signUpReturnDelayMs);
    return () => clearTimeout(timer);
  }, [onReturn, isRead]);

  return (
    <div
      role="status"
      onPointerMove={() => setRead(true)}
      onPointerLeave={() => setRead(false)}
      onFocus={() => setRead(true)}
      onBlur={() => setRead(false)}
    >
      <IconCircleCheck size={44} className="text-good" aria-hidden="true" />
      <h1 className="mt-4 font-sign text-hero font-semibold">Account Created!</h1>
      {isAdministrator ? (
        <p className="mt-2 text-input font-medium text-good">
          You can sign in now: this account is the administrator.
        </p>
      ) : (
        <p className="mt-2 text-input text-ink-soft">
          Please check your email to verify your account, then return to login.
        </p>
      )}
      {!isAdministrator && !sends_email && (
        <p className="mt-2 text-input font-medium">
          This server sends no email: the link is kept on it. Ask your administrator for the link.
        </p>
      )}
      <Button size="form" className="mt-6 w-full" onClick={onReturn}>
        Back to Login
      </Button>
    </div>
  );
}
