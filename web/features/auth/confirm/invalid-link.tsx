import { Link } from '@tanstack/react-router';
import type { LinkType } from '../../../../contract/auth/auth-links.ts';
import { buttonClasses } from '../../../components/button/button.tsx';
import { useAuth } from '../../../lib/account/auth-store.ts';
import { invalidLinkMessage, resendConfirmation } from '../auth.api.ts';
import { BackToSignIn } from '../parts/back-to-sign-in.tsx';
import { EmailForm } from '../parts/email-form.tsx';
import { FormHeading } from '../parts/form-heading.tsx';
import { useResendTexts } from '../parts/resend-link.tsx';

export function InvalidLink({ type, isMissing }: { type: LinkType; isMissing: boolean }) {
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
