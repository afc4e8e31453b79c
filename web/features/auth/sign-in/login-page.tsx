import { useRouter, useSearch } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { Loading } from '../../../components/feedback/loading.tsx';
import { lazyPart } from '../../../components/loading/lazy-part.tsx';
import { clearAuthError, useAuth } from '../../../lib/account/auth-store.ts';
import { loadAppConfig, useAppConfig } from '../../../lib/http/app-config.ts';
import { isOwnLocation } from '../../../lib/session/own-location.ts';
import { AuthLayout } from '../parts/auth-layout.tsx';
import { ForgotPasswordForm } from '../recovery/forgot-password-form.tsx';
import { SignUpForm } from '../sign-up/sign-up-form.tsx';
import { SignInForm } from './sign-in-form.tsx';

/** Only who has a second factor waits for it. */
const CodeStep = lazyPart(async () => (await import('../parts/code-step.tsx')).CodeStep);

/** Sign-in, its second step, sign-up and 'Forgot password?' switch in place (docs/specification.md, section 2). */
export function LoginPage() {
  const [form, setForm] = useState<'sign-in' | 'sign-up' | 'forgot'>('sign-in');
  const [email, setEmail] = useState('');
  const { signups } = useAppConfig();
  const { needsCode } = useAuth();
  useLeaveWhenSignedIn();

  function show(next: typeof form) {
    clearAuthError();
    setForm(next);
  }

  if (needsCode) {
    return (
      <AuthLayout>
        <Suspense fallback={<Loading label="Loading..." />}>
          <CodeStep />
        </Suspense>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout>
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
            // The first account may just have been made.
            void loadAppConfig();
          }}
          onSwitchToSignIn={() => show('sign-in')}
        />
      )}
      {form === 'forgot' && <ForgotPasswordForm email={email} onBack={() => show('sign-in')} />}
    </AuthLayout>
  );
}

/** To the remembered location, otherwise to the dashboard; also when another tab has signed in. */
function useLeaveWhenSignedIn() {
  const { isAuthenticated } = useAuth();
  const { redirect } = useSearch({ from: '/login' });
  const router = useRouter();
  useEffect(() => {
    // The history takes a whole location with its search; `navigate({to})` would take it for a path.
    if (isAuthenticated) router.history.replace(isOwnLocation(redirect) ? redirect : '/dashboard');
  }, [isAuthenticated, redirect, router]);
}
