import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import type { Invitation } from '../../../../contract/invitations.ts';
import { displayName } from '../../../../contract/users.ts';
import { Button } from '../../../components/button/button.tsx';
import { Dialog } from '../../../components/dialog/dialog.tsx';
import { ClippedText } from '../../../components/display/clipped-text.tsx';
import { Alert } from '../../../components/feedback/alert.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { showToast } from '../../../components/toast/toasts.ts';
import { useAccess } from '../../../lib/account/access.ts';
import { formatDate } from '../../../lib/format/format-date.ts';
import { useAppConfig } from '../../../lib/http/app-config.ts';
import { messageOf } from '../../../lib/network/request-failed.ts';
import { invitationLabels } from '../../../parts/badges/invitation-line.tsx';
import { userRowQuery } from '../users.api.ts';
import { InvitationLink } from './invitation-link.tsx';
import { cancelInvitation, invitationQuery, sendInvitation } from './invitations.api.ts';
import { showInvited } from './use-invite.ts';

export function InvitationDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: user } = useQuery(userRowQuery(id));
  const { sends_email } = useAppConfig();
  const mayCopyLink = useAccess().hasEveryPermission();
  const name = user ? displayName(user) : 'this user';
  const query = useQuery(invitationQuery(id));
  const invitation = query.data;
  const send = useMutation({
    mutationFn: (by: 'mail' | 'link', context) => sendInvitation(id, by, context),
    onSuccess: (link) => user && !link && showInvited(user, sends_email),
  });
  const cancel = useMutation({
    mutationFn: (_, context) => cancelInvitation(id, context),
    onSuccess: () => {
      send.reset();
      if (user) showToast({ about: id, text: `Invitation for ${name} canceled` });
    },
  });
  // Not on a button, so that a hasty Enter sends and cancels nothing.
  const start = useRef<HTMLDivElement>(null);
  const isBusy = send.isPending || cancel.isPending;
  const mayStillJoin = invitation && invitation.state !== 'joined';
  const failure = send.error ?? cancel.error;
  const link = send.data;

  return (
    <Dialog
      title="Invitation"
      onClose={onClose}
      busy={isBusy}
      initialFocus={start}
      error={failure && messageOf(failure, 'Failed to invite the user')}
      footer={
        <>
          {mayStillJoin && !link && <SendButtons invitation={invitation} send={send} isBusy={isBusy} />}
          {(send.isSuccess || !mayStillJoin) && (
            <Button variant={mayStillJoin ? 'primary' : 'secondary'} onClick={onClose}>
              Close
            </Button>
          )}
        </>
      }
    >
      <div ref={start} tabIndex={-1} className="outline-none">
        {user && (
          <ClippedText className="-mt-2 mb-3 text-ink-soft font-unkerned">{`${name} · ${user.email}`}</ClippedText>
        )}
        <QueryView query={query} loading="Loading invitation..." className="py-8">
          {(invitation) => (
            <>
              <InvitationFacts invitation={invitation} name={name} />
              {mayStillJoin && invitation.sent_at && (
                <Button variant="link" className="mb-3" disabled={isBusy} onClick={() => cancel.mutate()}>
                  Cancel invitation
                </Button>
              )}
              {sends_email && mayCopyLink && invitation.state === 'invited' && invitation.by === 'mail' && (
                <p className="mb-3 text-small text-ink-soft">
                  You can create a link instead. The link in the email stops working.
                </p>
              )}
              {link && <InvitationLink key={link} link={link} name={name} />}
            </>
          )}
        </QueryView>
      </div>
    </Dialog>
  );
}

interface SendButtonsProps {
  invitation: Invitation;
  send: { isPending: boolean; isSuccess: boolean; mutate: (by: 'mail' | 'link') => void };
  isBusy: boolean;
}

function SendButtons({ invitation: { state, sent_at }, send, isBusy }: SendButtonsProps) {
  const { sends_email } = useAppConfig();
  const mayCopyLink = useAccess().hasEveryPermission();
  const wasSent = sent_at !== null;
  const isOver = state === 'joining' || state === 'expired';
  const sent = isOver ? 'Invite again' : wasSent ? 'Send again' : 'Send invitation';
  const withoutEmail = wasSent ? 'Replace invitation' : 'Create invitation';
  return (
    <>
      {mayCopyLink && (
        <Button
          variant={sends_email ? 'secondary' : 'primary'}
          loading={!sends_email && send.isPending}
          disabled={isBusy}
          onClick={() => send.mutate('link')}
        >
          {sends_email ? 'Create link instead' : wasSent ? 'New link' : 'Create link'}
        </Button>
      )}
      {(sends_email || !mayCopyLink) && (
        <Button
          variant={send.isSuccess ? 'secondary' : 'primary'}
          loading={send.isPending}
          disabled={isBusy}
          onClick={() => send.mutate('mail')}
        >
          {sends_email ? sent : withoutEmail}
        </Button>
      )}
    </>
  );
}

function InvitationFacts({ invitation, name }: { invitation: Invitation; name: string }) {
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
  const { state, by, sent_at, sent_by, expires_at } = invitation;
  const way = by === 'link' ? 'An invite link was copied' : describeEmail(state, isOnServer);
  const when = `${way}${sent_at ? ` on ${formatDate(sent_at)}` : ''}${sent_by ? ` by ${sent_by}` : ''}`;
  switch (state) {
    case null:
      return `An invitation lets ${name} choose a password and sign in. Its link works once.`;
    case 'invited':
      return `${when}. The link works once, until ${expires_at ? formatDate(expires_at) : 'tomorrow'}.`;
    case 'joining':
      return `${name} opened the invitation but has not chosen a password yet. Another invitation helps, or 'Forgot password?' on the login page.`;
    case 'expired':
      return `${when}, and the link has expired. Send another one.`;
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
