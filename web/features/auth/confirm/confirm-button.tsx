import type { LinkType } from '../../../../contract/auth/auth-links.ts';
import { Button } from '../../../components/button/button.tsx';
import { Alert } from '../../../components/feedback/alert.tsx';
import { emailIn } from '../../../lib/account/assurance.ts';
import { useAction } from '../../../lib/form/use-action.ts';
import { useAppConfig } from '../../../lib/http/app-config.ts';
import type { EmailLink } from '../../../lib/session/email-link.ts';
import { consumeLink, goToCompany, isLinkInvalid } from '../auth.api.ts';
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
  const { company_sign_in } = useAppConfig();
  const secret = type === 'invite' ? link.token_hash : null;
  const company = secret === null ? null : company_sign_in;
  const go = useAction(() => goToCompany({ invite: secret ?? '' }));

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
        {company ? inviteText(company) : text}
      </FormHeading>
      <SignedInNotice mayBeOwn={type === 'email_change'} />
      {(confirm.error ?? go.error) && (
        <Alert tone="error" className="mb-4">
          {(confirm.error ?? go.error)?.message}
        </Alert>
      )}
      {company && (
        <Button
          variant={company.is_required ? 'primary' : 'secondary'}
          size="form"
          className="mb-3 w-full wrap-anywhere"
          loading={go.isPending}
          loadingLabel="Opening..."
          onClick={() => void go.run()}
        >
          Continue with {company.name}
        </Button>
      )}
      {!company?.is_required && (
        <Button
          size="form"
          className="w-full"
          loading={confirm.isPending}
          loadingLabel="Confirming..."
          onClick={() => void confirm.run()}
        >
          {label}
        </Button>
      )}
    </>
  );
}

function inviteText({ name, is_required }: { name: string; is_required: boolean }) {
  return is_required
    ? `Sign in with ${name} to accept.`
    : `Accept with your account at ${name}, or with a password of your own.`;
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
