import type { Invitation } from '../../../contract/invitations.ts';
import { Alert } from '../../components/alert.tsx';
import { formatDate } from '../../lib/format-date.ts';
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
          The mail could not be delivered{mail_problem && `: ${mail_problem}`}. Send it again, or copy a link
          and hand it over.
        </Alert>
      )}
      {state === 'invited' && mail === 'pending' && mail_problem && (
        <Alert tone="info">The mail has not left yet: {mail_problem}. It is tried again by itself.</Alert>
      )}
      {state === 'invited' && mail === 'kept' && (
        <Alert tone="info">
          This server sends no mail: it keeps them under Settings → Mail. Copy a link to hand over instead.
        </Alert>
      )}
    </div>
  );
}

function sentenceOf(invitation: Invitation, name: string) {
  const { state, by, sent_at, sent_by, expires_at, needs_password, joined_by_link } = invitation;
  const way = by === 'link' ? 'A link was handed out' : 'A mail was sent';
  const when = `${way}${sent_at ? ` on ${formatDate(sent_at)}` : ''}${sent_by ? ` by ${sent_by}` : ''}`;
  switch (state) {
    case null:
      return `An invitation lets ${name} choose a password and sign in. Its link works once, for 24 hours.`;
    case 'invited':
      return `${when}. The link works once, until ${expires_at ? formatDate(expires_at) : 'tomorrow'}.`;
    case 'expired':
      return needs_password
        ? `${name} used a link but has not chosen a password yet. Another invitation helps, or 'Forgot password?' on the login page.`
        : `${when}, and the link has run out. Send another one.`;
    case 'failed':
      return `${when}.`;
    case 'joined':
      if (joined_by_link) {
        return `${name} joined by a link that was handed over, and has not confirmed the address yet. Until they use 'Forgot password?' once, they can be given only what the giver of the link has.`;
      }
      return `${name} signs in with a password of their own. Who forgets it asks for a new one on the login page.`;
  }
}
