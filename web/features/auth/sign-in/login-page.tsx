import { useRouter, useSearch } from '@tanstack/react-router';
import { Suspense, startTransition, useEffect, useState } from 'react';
import { Loading } from '../../../components/feedback/loading.tsx';
import { lazyPart } from '../../../components/loading/lazy-part.tsx';
import { clearAuthError, useAuth } from '../../../lib/account/auth-store.ts';
import { loadAppConfig, useAppConfig } from '../../../lib/http/app-config.ts';
import { isOwnPage } from '../../../lib/session/own-page.ts';
import { AuthLayout } from '../parts/auth-layout.tsx';
import { SignInForm } from './sign-in-form.tsx';

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
