import type { User } from '@supabase/auth-js';
import { Navigate } from '@tanstack/react-router';
import { useState } from 'react';
import { linkTypes } from '../../../contract/auth.ts';
import { Loading } from '../../components/loading.tsx';
import { useAuth } from '../../lib/auth-store.ts';
import { mailLink } from '../../lib/link.ts';
import { updatePassword } from '../../lib/update-password.ts';
import { resendConfirmation, spentMessage } from './auth.api.ts';
import { AuthLayout } from './auth-layout.tsx';
import { BackToSignIn } from './back-to-sign-in.tsx';
import { ConfirmButton } from './confirm-button.tsx';
import { EmailForm } from './email-form.tsx';
import { FormHeading } from './form-heading.tsx';
import { NewPasswordForm } from './new-password-form.tsx';
import { PasswordSet } from './password-set.tsx';
import { resentMessage } from './resend-link.tsx';

/** Where the mails about sign-up, invitation and a new address lead; recovery has a page of its own. */
export function ConfirmPage() {
  const link = mailLink();
  const type = linkTypes.find((known) => known === link.type) ?? 'signup';
  const [step, setStep] = useState<'ask' | 'spent' | 'confirmed' | 'password set'>(() =>
    link.hasSession ? 'confirmed' : link.token_hash && !link.error ? 'ask' : 'spent',
  );
  const { user } = useAuth();

  async function choosePassword(password: string) {
    const failure = await updatePassword(password);
    if (!failure) setStep('password set');
    return failure?.message ?? null;
  }

  if (type === 'recovery') return <Navigate to="/reset-password" replace />;
  if (step === 'confirmed' && user && !needsPassword(user)) return <Navigate to="/dashboard" replace />;

  return (
    <AuthLayout>
      {step === 'ask' && (
        <ConfirmButton
          type={type}
          token={link.token_hash ?? ''}
          onConfirmed={() => setStep('confirmed')}
          onSpent={() => setStep('spent')}
        />
      )}
      {step === 'confirmed' && !user && <Loading label="Loading..." />}
      {step === 'confirmed' && user && (
        <>
          <FormHeading title="Choose your password">Your address is confirmed. One more step.</FormHeading>
          <NewPasswordForm onSubmit={choosePassword} />
        </>
      )}
      {step === 'password set' && <PasswordSet />}
      {step === 'spent' && type === 'invite' && (
        <FormHeading title="This link does not work">
          {spentMessage} Ask your administrator for a new invitation.
        </FormHeading>
      )}
      {step === 'spent' && type !== 'invite' && (
        <>
          <FormHeading title="This link does not work">{spentMessage}</FormHeading>
          <EmailForm
            submitLabel="Send the link again"
            sentMessage={resentMessage}
            send={resendConfirmation}
          />
        </>
      )}
      {step === 'spent' && <BackToSignIn />}
    </AuthLayout>
  );
}

/** Set by the server where the password typed at sign-up, if any, must not count (design section 6). */
function needsPassword(user: User) {
  return user.app_metadata.needs_password === true;
}
