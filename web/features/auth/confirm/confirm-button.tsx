import type { LinkType } from '../../../../contract/auth/auth-links.ts';
import { Button } from '../../../components/button/button.tsx';
import { Alert } from '../../../components/feedback/alert.tsx';
import { emailIn } from '../../../lib/account/assurance.ts';
import { useAction } from '../../../lib/form/use-action.ts';
import { useAppConfig } from '../../../lib/http/app-config.ts';
import type { EmailLink } from '../../../lib/session/email-link.ts';
import { consumeLink, isLinkInvalid } from '../auth.api.ts';
import { FormHeading } from '../parts/form-parts.tsx';
import { SignedInNotice } from '../parts/link-parts.tsx';

export interface InvitationOfLink {
  name: string;
  invited_by: string | null;
}

export interface ConfirmButtonProps {
  type: Exclude<LinkType, 'recovery'>;
  link: EmailLink;
  invitation: InvitationOfLink | null;
  onConfirmed: (isSignedIn: boolean) => void;
  onInvalid: () => void;
}

/** Nothing happens before the press, because mail scanners open links too. */
export function ConfirmButton({ type, link, invitation, onConfirmed, onInvalid }: ConfirmButtonProps) {
  const { product_name } = useAppConfig();
  const { title, text, label } = link.session ? comeBack(link.session) : words[type];

  const confirm = useAction(async () => {
    try {
      onConfirmed(await consumeLink(link, type));
    } catch (failure) {
      if (!isLinkInvalid(failure)) throw failure;
      onInvalid();
    }
  });

  return (
    <>
      <FormHeading title={title}>
        {invitation && `${invitedSentence(invitation, product_name)} `}
        {text}
      </FormHeading>
      <SignedInNotice mayBeOwn={type === 'email_change'} />
      {confirm.error && (
        <Alert tone="error" className="mb-4">
          {confirm.error.message}
        </Alert>
      )}
      <Button
        size="form"
        className="w-full"
        loading={confirm.isPending}
        loadingLabel="Confirming..."
        onClick={() => void confirm.run()}
      >
        {label}
      </Button>
    </>
  );
}

function invitedSentence({ name, invited_by }: InvitationOfLink, product: string) {
  return invited_by ? `${invited_by} invited ${name} to ${product}.` : `${name} is invited to ${product}.`;
}

const confirmation = {
  text: 'Press the button to confirm that this email is yours.',
  label: 'Confirm email',
};
const words = {
  signup: { title: 'Confirm your email', ...confirmation },
  email_change: { title: 'Confirm your new email', ...confirmation },
  invite: {
    title: 'You are invited',
    text: 'Press the button to accept, then choose a password.',
    label: 'Accept invitation',
  },
};

function comeBack({ access_token }: { access_token: string }) {
  const text = `The link was for ${emailIn(access_token)}.`;
  return { title: 'Your link is confirmed', text, label: 'Continue' };
}
