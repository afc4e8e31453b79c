import type { User } from '@supabase/auth-js';
import { Link, Navigate, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { type LinkType, linkTypes } from '../../../../contract/auth/auth-links.ts';
import * as contract from '../../../../contract/invitations.ts';
import { buttonClasses } from '../../../components/button/button.tsx';
import { Loading } from '../../../components/feedback/loading.tsx';
import { updatePassword, useAuth } from '../../../lib/account/auth-store.ts';
import { useAppConfig } from '../../../lib/http/app-config.ts';
import { call } from '../../../lib/http/http.ts';
import { type EmailLink, emailLink } from '../../../lib/session/email-link.ts';
import { invalidLinkMessage, resendConfirmation } from '../auth.api.ts';
import { AuthLayout } from '../parts/auth-layout.tsx';
import { CodeStep } from '../parts/code-step.tsx';
import { EmailForm } from '../parts/email-form.tsx';
import { FormHeading } from '../parts/form-parts.tsx';
import { BackToSignIn, DoneStep, NewPasswordForm, PasswordSet } from '../parts/link-parts.tsx';
import { useResendTexts } from '../parts/resend-link.tsx';
import { ConfirmButton, type InvitationOfLink } from './confirm-button.tsx';

/** For sign-up, invitation and a new email. Recovery has a page of its own. */
export function ConfirmPage() {
  const link = emailLink();
  const type = linkTypes.find((known) => known === link.type) ?? 'signup';
  const [step, setStep] = useState<'ask' | 'invalid' | 'no link' | 'half' | 'confirmed' | 'password set'>(
    () => firstStep(link),
  );
  const { invitation, isDescribing } = useInvitation(type, link, () => setStep('invalid'));
  const { user, needsCode } = useAuth();
  const { company_sign_in } = useAppConfig();
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
      {step === 'half' && (
        <DoneStep isHalf title={company_sign_in?.is_required ? 'Confirmed' : 'One mailbox has confirmed'}>
          {company_sign_in?.is_required
            ? `If your other mailbox has a link, open that one, too. You sign in with ${company_sign_in.name}.`
            : 'Now open the link in the email to your other mailbox. Until then you sign in with the email you have.'}
        </DoneStep>
      )}
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
  if (!needsPassword(user))
    return <DoneStep title="Your email is changed">From now on you sign in with {user.email}.</DoneStep>;
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

function InvalidLink({ type, isMissing }: { type: LinkType; isMissing: boolean }) {
  const { user } = useAuth();
  const { label, message } = useResendTexts();
  const title = isMissing ? 'Open the link from the email' : 'This link does not work';
  return (
    <>
      <FormHeading title={title}>{isMissing ? missingMessage : words[type]}</FormHeading>
      {type === 'signup' && !user && (
        <EmailForm submitLabel={label} sentMessage={message} send={resendConfirmation} />
      )}
      {type === 'email_change' && user ? (
        <p className="mt-6">
          <Link to="/profile" className={buttonClasses('secondary')}>
            Go to your profile
          </Link>
        </p>
      ) : (
        <BackToSignIn isOnly={type !== 'signup' || Boolean(user)} />
      )}
    </>
  );
}

const missingMessage =
  'This page needs the link from an email. Open the newest email and follow its link again.';

const words = {
  signup: invalidLinkMessage,
  recovery: invalidLinkMessage,
  invite: `${invalidLinkMessage} Ask your administrator for a new invitation.`,
  email_change: `${invalidLinkMessage} Your profile shows whether a new email is pending, and can send the links again.`,
};

/** Null for other links, and when the server does not answer: the page works without it. */
function useInvitation(type: LinkType, { token_hash }: EmailLink, onInvalid: () => void) {
  const secret = type === 'invite' ? token_hash : null;
  const [invitation, setInvitation] = useState<InvitationOfLink | null>(null);
  const [isDescribing, setDescribing] = useState(secret !== null);
  const settle = useEffectEvent((described: InvitationOfLink | null) => {
    if (!described) onInvalid();
    setInvitation(described);
  });

  useEffect(() => {
    if (!secret) return;
    const abort = new AbortController();
    call(contract.describeInvitation, { body: { token_hash: secret } }, { signal: abort.signal })
      .then(({ invitation }) => settle(invitation))
      .catch((error) => abort.signal.aborted || console.warn(error))
      .finally(() => abort.signal.aborted || setDescribing(false));
    return () => abort.abort();
  }, [secret]);

  return { invitation, isDescribing };
}
