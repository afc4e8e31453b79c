import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { emailIn } from '../../../lib/account/assurance.ts';
import { authState, updatePassword, useAuth } from '../../../lib/account/auth-store.ts';
import { type EmailLink, emailLink } from '../../../lib/session/email-link.ts';
import { consumeLink, invalidLinkMessage, isLinkInvalid } from '../auth.api.ts';
import { AuthLayout } from '../parts/auth-layout.tsx';
import { CodeStep } from '../parts/code-step.tsx';
import { FormHeading } from '../parts/form-parts.tsx';
import { BackToSignIn, NewPasswordForm, PasswordSet, SignedInNotice } from '../parts/link-parts.tsx';
import { ResetLinkForm } from './forgot-password-form.tsx';

/** The page of the recovery link. It is outside the guard, because the user cannot sign in. */
export function ResetPasswordPage() {
  const [view, setView] = useState(firstView);
  // The first submitted password uses the link; its session then serves every further try.
  const [link, setLink] = useState<EmailLink | null>(emailLink);
  const { needsCode } = useAuth();
  const [onEntered, setOnEntered] = useState<() => void>();
  const navigate = useNavigate();

  async function submit(password: string) {
    if (link) {
      try {
        await consumeLink(link, 'recovery');
      } catch (failure) {
        if (isLinkInvalid(failure)) setView('invalid');
        throw failure;
      }
      setLink(null);
    }
    // The mailbox does not replace the second factor: the typed password waits for the code.
    if (authState().needsCode) await new Promise<void>((resolve) => setOnEntered(() => resolve));
    await updatePassword(password);
    setView('done');
  }

  return (
    <AuthLayout>
      {view === 'form' && needsCode && (
        <CodeStep onEntered={onEntered} onGivenUp={() => void navigate({ to: '/login' })} />
      )}
      {view === 'form' && (
        <div hidden={needsCode}>
          <FormHeading title="Set a new password">
            {link?.session && `For ${emailIn(link.session.access_token)}. `}
            It signs you in here and signs you out everywhere else.
          </FormHeading>
          {link && <SignedInNotice mayBeOwn />}
          <NewPasswordForm onSubmit={submit} />
          <BackToSignIn isForm />
        </div>
      )}
      {view === 'done' && <PasswordSet />}
      {(view === 'invalid' || view === 'no link') && (
        <>
          <FormHeading title="Ask for a new link">
            {view === 'invalid' ? invalidLinkMessage : 'Open the link from the email, or ask for a new one.'}
          </FormHeading>
          <ResetLinkForm />
          <BackToSignIn />
        </>
      )}
    </AuthLayout>
  );
}

function firstView(): 'form' | 'done' | 'invalid' | 'no link' {
  const link = emailLink();
  if (link.error) return 'invalid';
  return link.token_hash || link.session ? 'form' : 'no link';
}
