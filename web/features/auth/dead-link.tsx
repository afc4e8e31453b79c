import { Link } from '@tanstack/react-router';
import type { LinkType } from '../../../contract/auth.ts';
import { buttonClasses } from '../../components/button/button.tsx';
import { useAuth } from '../../lib/account/auth-store.ts';
import { resendConfirmation, spentMessage } from './auth.api.ts';
import { BackToSignIn } from './back-to-sign-in.tsx';
import { EmailForm } from './email-form.tsx';
import { FormHeading } from './form-heading.tsx';
import { resentMessage } from './resend-link.tsx';

export interface DeadLinkProps {
  type: LinkType;
  /** The page was opened, or loaded again, without its link. */
  isMissing: boolean;
}

/** A link that leads to nothing: why, and what to do instead. */
export function DeadLink({ type, isMissing }: DeadLinkProps) {
  const { user } = useAuth();
  const title = isMissing ? 'Open the link from the mail' : 'This link does not work';
  return (
    <>
      <FormHeading title={title}>{isMissing ? missingMessage : words[type]}</FormHeading>
      {type === 'signup' && !user && (
        <EmailForm submitLabel="Send the link again" sentMessage={resentMessage} send={resendConfirmation} />
      )}
      {type === 'email_change' && user ? (
        <p className="mt-6 text-center">
          <Link to="/profile" className={buttonClasses('link')}>
            Go to your profile
          </Link>
        </p>
      ) : (
        <BackToSignIn />
      )}
    </>
  );
}

const missingMessage =
  'This page works with the link of a mail only. Open the newest mail and follow its link once more.';

const words = {
  signup: spentMessage,
  recovery: spentMessage,
  invite: `${spentMessage} Ask your administrator for a new invitation.`,
  email_change: `${spentMessage} Your profile tells whether a new address still waits, and sends the links again.`,
};
