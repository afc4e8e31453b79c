import type { Invitation } from '../../../../contract/invitations.ts';
import { Alert } from '../../../components/feedback/alert.tsx';
import { formatDate } from '../../../lib/format/format-date.ts';
import { invitationWords } from './invitation-line.tsx';

export interface InvitationFactsProps {
  invitation: Invitation;
  name: string;
}

/** The state in a word, then in a sentence, then what stands in its way. */
export function InvitationFacts({ invitation, name }: InvitationFactsProps) {
  const { state, mail, mail_problem } = invitation;
  return (
    <div role="status" className="space-y-3 pb-2">
      <div>
        <p className="font-sign text-subheading font-semibold">
          {state ? invitationWords[state] : 'Not invited yet'}
        </p>
        <p className="text-ink-soft">{sentenceOf(invitation, name)}</p>
      </div>
      {state === 'failed' && (
        <Alert tone="error">
          The email could not be delivered{mail_problem && `: ${mail_problem}`}. Check the email address, then
          send it again.
        </Alert>
      )}
      {state === 'invited' && mail === 'pending' && mail_problem && (
        <Alert tone="info">The email has not been sent yet ({mail_problem}). We will keep trying.</Alert>
      )}
      {state === 'invited' && mail === 'kept' && (
        <Alert tone="info">
          This server has no mail server, so the email is kept under Settings → Mail. Somebody who may read it
          there can pass its link on.
        </Alert>
      )}
    </div>
  );
}

function sentenceOf(invitation: Invitation, name: string) {
  const { state, by, sent_at, sent_by, expires_at, needs_password } = invitation;
  const way = by === 'link' ? 'An invite link was copied' : 'An email was sent';
  const when = `${way}${sent_at ? ` on ${formatDate(sent_at)}` : ''}${sent_by ? ` by ${sent_by}` : ''}`;
  switch (state) {
    case null:
      return `An invitation lets ${name} choose a password and sign in. Its link works once.`;
    case 'invited':
      return `${when}. The link works once, until ${expires_at ? formatDate(expires_at) : 'tomorrow'}.`;
    case 'expired':
      return needs_password
        ? `${name} used a link but has not chosen a password yet. Another invitation helps, or 'Forgot password?' on the login page.`
        : `${when}, and the link has run out. Send another one.`;
    case 'failed':
      return `${when}.`;
    case 'joined':
      return `${name} signs in with a password of their own. Who forgets it asks for a new one on the login page.`;
  }
}
