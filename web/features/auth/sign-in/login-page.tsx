import { useRouter, useSearch } from '@tanstack/react-router';
import { Suspense, startTransition, useEffect, useState } from 'react';
import { Button } from '../../../components/button/button.tsx';
import { Alert } from '../../../components/feedback/alert.tsx';
import { Loading } from '../../../components/feedback/loading.tsx';
import { Checkbox } from '../../../components/form/checkbox.tsx';
import { PasswordField } from '../../../components/form/password-field.tsx';
import { TextField } from '../../../components/form/text-field.tsx';
import { lazyPart } from '../../../components/loading/lazy-part.tsx';
import { authCodeOf } from '../../../lib/account/ask-auth.ts';
import { clearAuthError, signIn, useAuth } from '../../../lib/account/auth-store.ts';
import { useFocusOnOpen } from '../../../lib/browser/use-focus-on-open.ts';
import { useSchemaForm } from '../../../lib/form/form.ts';
import { useAction } from '../../../lib/form/use-action.ts';
import { loadAppConfig, useAppConfig } from '../../../lib/http/app-config.ts';
import { warmUpAuthClient } from '../../../lib/session/auth-client.ts';
import { isOwnPage } from '../../../lib/session/own-page.ts';
import { goToCompany, signInSchema } from '../auth.api.ts';
import { AuthLayout, ContactLink } from '../parts/auth-layout.tsx';
import { FormHeading, FormMessage } from '../parts/form-parts.tsx';
import { ResendLink } from '../parts/resend-link.tsx';

/** Views that most users never see are loaded after the sign-in form. */
const SignUpForm = lazyPart(async () => (await import('../sign-up/sign-up-form.tsx')).SignUpForm, {
  ahead: 'idle',
});
const ForgotPasswordForm = lazyPart(
  async () => (await import('../recovery/forgot-password-form.tsx')).ForgotPasswordForm,
  { ahead: 'idle' },
);
const CodeStep = lazyPart(async () => (await import('../parts/code-step.tsx')).CodeStep);

/** Sign-in, its second step, sign-up and 'Forgot password?' switch in place (docs/specification.md, section 2). */
export function LoginPage() {
  const [shown, setShown] = useState<'sign-in' | 'sign-up' | 'forgot' | null>(null);
  const [email, setEmail] = useState('');
  const { signups, needs_first_account } = useAppConfig();
  // Nobody can sign in to an empty system.
  const form = shown ?? (needs_first_account && signups === 'open' ? 'sign-up' : 'sign-in');
  const { needsCode } = useAuth();
  useLeaveWhenSignedIn();

  function show(next: typeof form) {
    clearAuthError();
    // The previous form stays until the code of the next one is loaded.
    startTransition(() => setShown(next));
  }

  const forms = (
    <>
      {form === 'sign-in' && (
        <SignInForm
          email={email}
          onForgot={(typed) => {
            setEmail(typed);
            show('forgot');
          }}
          onSwitchToSignUp={signups === 'open' ? () => show('sign-up') : undefined}
        />
      )}
      {form === 'sign-up' && (
        <SignUpForm
          onCreated={(created) => {
            setEmail(created);
            setShown('sign-up');
            // The first account may just have been created.
            void loadAppConfig();
          }}
          onSwitchToSignIn={() => show('sign-in')}
        />
      )}
      {form === 'forgot' && <ForgotPasswordForm email={email} onBack={() => show('sign-in')} />}
    </>
  );
  return (
    <AuthLayout>
      <Suspense fallback={<Loading label="Loading..." />}>{needsCode ? <CodeStep /> : forms}</Suspense>
    </AuthLayout>
  );
}

/** Also when another tab has signed in. */
function useLeaveWhenSignedIn() {
  const { isAuthenticated } = useAuth();
  const { redirect } = useSearch({ from: '/login' });
  const router = useRouter();
  useEffect(() => {
    // Uses the history, because `navigate({to})` would read the search as part of the path.
    if (isAuthenticated) router.history.replace(isOwnPage(redirect) ? redirect : '/dashboard');
  }, [isAuthenticated, redirect, router]);
}

interface SignInFormProps {
  email: string;
  onForgot: (email: string) => void;
  onSwitchToSignUp?: (() => void) | undefined;
}

function SignInForm({ email, onForgot, onSwitchToSignUp }: SignInFormProps) {
  const { error } = useAuth();
  const first = useFocusOnOpen();
  const { needs_first_account, company_sign_in } = useAppConfig();
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
      {company_sign_in && <ContinueWith {...company_sign_in} />}
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
      <NoAccount onSwitchToSignUp={onSwitchToSignUp} />
    </form>
  );
}

/** Above the form of the specification, and there from the first frame: the page's own data say whether it is on. */
function ContinueWith({ name }: { name: string }) {
  const { redirect } = useSearch({ from: '/login' });
  const go = useAction(() => goToCompany({ redirect }));
  return (
    <>
      {go.error && (
        <Alert tone="error" className="mb-4">
          {go.error.message}
        </Alert>
      )}
      <Button
        variant="secondary"
        size="form"
        className="w-full wrap-anywhere"
        loading={go.isPending}
        loadingLabel="Opening..."
        onClick={() => void go.run()}
      >
        Continue with {name}
      </Button>
      <p className="my-5 flex items-center gap-3 text-small text-ink-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or with your password
      </p>
    </>
  );
}

function NoAccount({ onSwitchToSignUp }: Pick<SignInFormProps, 'onSwitchToSignUp'>) {
  return (
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
  );
}
