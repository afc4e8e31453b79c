import { Link } from '@tanstack/react-router';
import type { Invitation } from '../../../../contract/invitations.ts';
import { Alert } from '../../../components/feedback/alert.tsx';
import { useAccess } from '../../../lib/account/access.ts';
import { formatDate } from '../../../lib/format/format-date.ts';
import { useAppConfig } from '../../../lib/http/app-config.ts';
import { invitationLabels } from './invitation-line.tsx';

export function InvitationFacts({ invitation, name }: { invitation: Invitation; name: string }) {
  const { state, by, mail, mail_problem } = invitation;
  const { sends_email } = useAppConfig();
  const { mayAct, hasEveryPermission } = useAccess();
  const isOnServer = by === 'mail' && (mail === 'kept' || !sends_email);
  const mayRead = mayAct('readEmails');
  return (
    <div role="status" className="flex flex-col gap-3 pb-2">
      <div>
        <p className="font-sign text-subheading font-semibold">
          {state ? invitationLabels[state] : 'Not invited yet'}
        </p>
        <p className="text-ink-soft">{describeInvitation(invitation, name, isOnServer)}</p>
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
      {!sends_email && state !== 'invited' && state !== 'joined' && (
        <Alert tone="info">
          This server has no mail server.{' '}
          {hasEveryPermission()
            ? `Create a link and give it to ${name}.`
            : `Create an invitation, then ask an administrator to give ${name} its link.`}
        </Alert>
      )}
      {state === 'invited' && isOnServer && (
        <Alert tone="info">
          This server has no mail server.{' '}
          {mayRead ? (
            <>
              Open the email under{' '}
              <Link to="/settings" search={{ tab: 'email' }} className="underline">
                Settings → Email
              </Link>{' '}
              and give its link to {name}.
            </>
          ) : (
            `Ask an administrator to give ${name} the link in it.`
          )}
        </Alert>
      )}
    </div>
  );
}

function describeInvitation(invitation: Invitation, name: string, isOnServer: boolean) {
  const { state, by, sent_at, sent_by, expires_at, needs_password } = invitation;
  const way = by === 'link' ? 'An invite link was copied' : describeEmail(state, isOnServer);
  const when = `${way}${sent_at ? ` on ${formatDate(sent_at)}` : ''}${sent_by ? ` by ${sent_by}` : ''}`;
  switch (state) {
    case null:
      return `An invitation lets ${name} choose a password and sign in. Its link works once.`;
    case 'invited':
      return `${when}. The link works once, until ${expires_at ? formatDate(expires_at) : 'tomorrow'}.`;
    case 'expired':
      return needs_password
        ? `${name} used a link but has not chosen a password yet. Another invitation helps, or 'Forgot password?' on the login page.`
        : `${when}, and the link has expired. Send another one.`;
    case 'failed':
      return `${when}.`;
    case 'joined':
      return `${name} signs in with a password of their own. If they forget it, they can ask for a new one on the login page.`;
  }
}

function describeEmail(state: Invitation['state'], isOnServer: boolean) {
  if (isOnServer) return 'The email is kept on the server, written';
  return state === 'failed' ? 'The email was written' : 'Invitation emailed';
}
