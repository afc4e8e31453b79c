import type { User } from '@supabase/auth-js';
import { Navigate, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { linkTypes } from '../../../../contract/auth/auth-links.ts';
import { Loading } from '../../../components/feedback/loading.tsx';
import { updatePassword, useAuth } from '../../../lib/account/auth-store.ts';
import { type EmailLink, emailLink } from '../../../lib/session/email-link.ts';
import { AuthLayout } from '../parts/auth-layout.tsx';
import { CodeStep } from '../parts/code-step.tsx';
import { FormHeading } from '../parts/form-heading.tsx';
import { NewPasswordForm } from '../parts/new-password-form.tsx';
import { PasswordSet } from '../parts/password-set.tsx';
import { ConfirmButton } from './confirm-button.tsx';
import { EmailChanged, EmailHalfConfirmed } from './email-change-steps.tsx';
import { InvalidLink } from './invalid-link.tsx';
import { useInvitation } from './use-invitation.ts';

/** For sign-up, invitation and a new email. Recovery has a page of its own. */
export function ConfirmPage() {
  const link = emailLink();
  const type = linkTypes.find((known) => known === link.type) ?? 'signup';
  const [step, setStep] = useState<'ask' | 'invalid' | 'no link' | 'half' | 'confirmed' | 'password set'>(
    () => firstStep(link),
  );
  const { invitation, isDescribing } = useInvitation(type, link, () => setStep('invalid'));
  const { user, needsCode } = useAuth();
  if (type === 'recovery') return <Navigate to="/reset-password" replace />;
  const isDone = step === 'confirmed' && user && !needsCode && !needsPassword(user);
  if (isDone && type !== 'email_change') return <Navigate to="/dashboard" replace />;

  return (
    <AuthLayout>
      {step === 'ask' &&
        (isDescribing ? (
          <Loading label="Loading invitation..." />
        ) : (
          <ConfirmButton
            invitation={invitation}
            type={type}
            link={link}
            onConfirmed={(isSignedIn) => setStep(isSignedIn ? 'confirmed' : 'half')}
            onInvalid={() => setStep('invalid')}
          />
        ))}
      {step === 'half' && <EmailHalfConfirmed />}
      {step === 'confirmed' && <Confirmed onPasswordSet={() => setStep('password set')} />}
      {step === 'password set' && <PasswordSet />}
      {(step === 'invalid' || step === 'no link') && (
        <InvalidLink type={type} isMissing={step === 'no link'} />
      )}
    </AuthLayout>
  );
}

function Confirmed({ onPasswordSet }: { onPasswordSet: () => void }) {
  const { user, needsCode } = useAuth();
  const navigate = useNavigate();
  if (!user) return <Loading label="Loading..." />;
  if (needsCode) return <CodeStep onGivenUp={() => void navigate({ to: '/login' })} />;
  if (!needsPassword(user)) return <EmailChanged email={user.email} />;
  async function choosePassword(password: string) {
    await updatePassword(password);
    onPasswordSet();
  }
  return (
    <>
      <FormHeading title="Choose your password">For {user.email}</FormHeading>
      <NewPasswordForm isFirst onSubmit={choosePassword} />
    </>
  );
}

function firstStep({ session, isHalf, token_hash, error }: EmailLink) {
  if (isHalf) return 'half';
  if (error) return 'invalid';
  return token_hash || session ? 'ask' : 'no link';
}

/** Set by the server when the password typed at sign-up was dropped, so that the user must choose one. */
function needsPassword(user: User) {
  return user.app_metadata.needs_password === true;
}
