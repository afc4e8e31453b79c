import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { displayName } from '../../../../contract/users.ts';
import { Button } from '../../../components/button/button.tsx';
import { Dialog } from '../../../components/dialog/dialog.tsx';
import { ClippedText } from '../../../components/display/clipped-text.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { useAccess } from '../../../lib/account/access.ts';
import { useAppConfig } from '../../../lib/http/app-config.ts';
import { messageOf } from '../../../lib/network/request-failed.ts';
import { userRowQuery } from '../users.api.ts';
import { InvitationFacts } from './invitation-facts.tsx';
import { InvitationLink } from './invitation-link.tsx';
import { cancelInvitation, invitationQuery, sendInvitation } from './invitations.api.ts';
import { showCanceled, showInvited } from './show-invited.ts';

export function InvitationDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: user } = useQuery(userRowQuery(id));
  const { sends_email } = useAppConfig();
  const mayCopyLink = useAccess().hasEveryPermission();
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
      if (user) showCanceled(user);
    },
  });
  // Not on a button, so that a hasty Enter sends and cancels nothing.
  const start = useRef<HTMLDivElement>(null);
  const name = user ? displayName(user) : 'this user';
  const isBusy = send.isPending || cancel.isPending;
  const mayStillJoin = invitation && invitation.state !== 'joined';
  const failure = send.error ?? cancel.error;
  const link = send.data;

  return (
    <Dialog
      open
      title="Invitation"
      onClose={onClose}
      busy={isBusy}
      initialFocus={start}
      error={failure && messageOf(failure, 'Failed to invite the user')}
      footer={
        <>
          {mayStillJoin && !link && (
            <SendButtons wasSent={invitation.sent_at !== null} send={send} isBusy={isBusy} />
          )}
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
  wasSent: boolean;
  send: { isPending: boolean; isSuccess: boolean; mutate: (by: 'mail' | 'link') => void };
  isBusy: boolean;
}

function SendButtons({ wasSent, send, isBusy }: SendButtonsProps) {
  const { sends_email } = useAppConfig();
  const mayCopyLink = useAccess().hasEveryPermission();
  const sent = wasSent ? 'Send again' : 'Send invitation';
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
