import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { Button } from '../../../components/button/button.tsx';
import { Dialog } from '../../../components/dialog/dialog.tsx';
import { ClippedText } from '../../../components/display/clipped-text.tsx';
import { ErrorState } from '../../../components/feedback/error-state.tsx';
import { Loading } from '../../../components/feedback/loading.tsx';
import { useAccess } from '../../../lib/account/access.ts';
import { useAppConfig } from '../../../lib/http/app-config.ts';
import { messageOf } from '../../../lib/network/request-failed.ts';
import { nameOf, useUserRow } from '../use-user-row.ts';
import { InvitationFacts } from './invitation-facts.tsx';
import { InvitationLink } from './invitation-link.tsx';
import { cancelInvitation, invitationQuery, sendInvitation } from './invitations.api.ts';

export interface InvitationDialogProps {
  id: string;
  onClose: () => void;
}

/** Where a user's invitation stands, and what can be done about it. */
export function InvitationDialog({ id, onClose }: InvitationDialogProps) {
  const { user } = useUserRow(id);
  const { sends_email } = useAppConfig();
  const mayCopyLink = useAccess().hasEveryPermission();
  const query = invitationQuery(id);
  const { data: invitation, error, refetch, isFetching } = useQuery(query);
  const cache = useQueryClient();
  const send = useMutation({
    mutationFn: (by: 'mail' | 'link') => sendInvitation(id, by),
    onSuccess: ({ link: _, ...sent }) => cache.setQueryData(query.queryKey, sent),
  });
  const cancel = useMutation({
    mutationFn: () => cancelInvitation(id),
    onSuccess: () => {
      send.reset();
      return refetch();
    },
  });
  // A hasty Enter shall neither send nor cancel anything.
  const start = useRef<HTMLDivElement>(null);
  const name = user ? nameOf(user) : 'this user';
  const isBusy = send.isPending || cancel.isPending;
  const mayStillJoin = invitation && invitation.state !== 'joined';
  const failure = send.error ?? cancel.error;
  const link = send.data?.link;
  const sent = invitation?.sent_at ? 'Send again' : 'Send invitation';
  const kept = invitation?.sent_at ? 'Replace invitation' : 'Create invitation';

  return (
    <Dialog
      open
      title="Invitation"
      onClose={onClose}
      busy={isBusy}
      initialFocus={start}
      error={failure && messageOf(failure, 'Failed to invite the user')}
      footer={
        mayStillJoin ? (
          <>
            {mayCopyLink && (
              <Button variant="secondary" disabled={isBusy} onClick={() => send.mutate('link')}>
                Copy link
              </Button>
            )}
            <Button loading={send.isPending} disabled={isBusy} onClick={() => send.mutate('mail')}>
              {sends_email ? sent : kept}
            </Button>
          </>
        ) : (
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
        )
      }
    >
      <div ref={start} tabIndex={-1} className="outline-none">
        {user && <ClippedText className="-mt-2 mb-3 text-ink-soft">{`${name} · ${user.email}`}</ClippedText>}
        {invitation && <InvitationFacts invitation={invitation} name={name} />}
        {mayStillJoin && invitation.sent_at && (
          <Button variant="link" className="mb-3" disabled={isBusy} onClick={() => cancel.mutate()}>
            Cancel invitation
          </Button>
        )}
        {link && <InvitationLink key={link} link={link} name={name} />}
        {!invitation && error && (
          <ErrorState
            message={messageOf(error, 'Failed to fetch the invitation')}
            onRetry={() => void refetch()}
            retrying={isFetching}
            className="py-8"
          />
        )}
        {!invitation && !error && <Loading label="Loading invitation..." className="py-8" />}
      </div>
    </Dialog>
  );
}
