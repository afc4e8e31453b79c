import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Button } from '../../../components/button/button.tsx';
import { Dialog } from '../../../components/dialog/dialog.tsx';
import { ClippedText } from '../../../components/display/clipped-text.tsx';
import { SessionList } from '../../../components/display/session-list.tsx';
import { ErrorState } from '../../../components/feedback/error-state.tsx';
import { Loading } from '../../../components/feedback/loading.tsx';
import { messageOf } from '../../../lib/network/request-failed.ts';
import { nameOf, useUserRow } from '../use-user-row.ts';
import { endSessionOfUser, endSessionsOfUser, userSessionsQuery } from './user-sessions.api.ts';

export interface UserSessionsDialogProps {
  id: string;
  onClose: () => void;
}

/** Where a user is signed in, for those who may end it. */
export function UserSessionsDialog({ id, onClose }: UserSessionsDialogProps) {
  const { user } = useUserRow(id);
  const { data, error, refetch, isFetching } = useQuery(userSessionsQuery(id));
  // Not on the first button, which ends a session.
  const start = useRef<HTMLDivElement>(null);
  const refresh = () => refetch();
  const end = useMutation({ mutationFn: (one: string) => endSessionOfUser(id, one), onSuccess: refresh });
  const endAll = useMutation({ mutationFn: () => endSessionsOfUser(id), onSuccess: refresh });
  const isBusy = end.isPending || endAll.isPending;
  const failure = end.error ?? endAll.error;

  return (
    <Dialog
      open
      width="wide"
      title="Devices"
      onClose={onClose}
      initialFocus={start}
      error={failure && messageOf(failure, 'Failed to sign the device out')}
      footer={
        <>
          {data && data.sessions.length > 0 && (
            <Button
              variant="danger"
              onClick={() => endAll.mutate()}
              loading={endAll.isPending}
              disabled={isBusy}
            >
              Sign out everywhere
            </Button>
          )}
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <div ref={start} tabIndex={-1} className="outline-none">
        {user && <ClippedText className="-mt-2 mb-1 text-ink-soft">{nameOf(user)}</ClippedText>}
        {data && data.sessions.length > 0 && (
          <SessionList
            sessions={data.sessions}
            onEnd={(session) => end.mutate(session.id)}
            ending={end.isPending ? end.variables : undefined}
          />
        )}
        {data?.sessions.length === 0 && (
          <p role="status" className="py-6 text-ink-soft">
            Signed in nowhere.
          </p>
        )}
        {!data && error && (
          <ErrorState
            message={messageOf(error, "Failed to load the user's devices")}
            onRetry={() => void refetch()}
            retrying={isFetching}
            className="py-8"
          />
        )}
        {!data && !error && <Loading label="Loading devices..." className="py-8" />}
      </div>
    </Dialog>
  );
}
