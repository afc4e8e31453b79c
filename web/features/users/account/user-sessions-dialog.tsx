import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { displayName } from '../../../../contract/users.ts';
import { Button } from '../../../components/button/button.tsx';
import { Dialog } from '../../../components/dialog/dialog.tsx';
import { ClippedText } from '../../../components/display/clipped-text.tsx';
import { SessionList } from '../../../components/display/session-list.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { messageOf } from '../../../lib/network/request-failed.ts';
import { userRowQuery } from '../users.api.ts';
import { endUserSessions, userSessionsQuery } from './account.api.ts';

export function UserSessionsDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: user } = useQuery(userRowQuery(id));
  const query = useQuery(userSessionsQuery(id));
  const end = useMutation({
    mutationFn: (session: string | undefined, context) => endUserSessions(id, session, context),
  });
  // The first button ends a session, so the focus starts above it.
  const start = useRef<HTMLDivElement>(null);
  const isEndingAll = end.isPending && end.variables === undefined;

  return (
    <Dialog
      width="wide"
      title="Devices"
      onClose={onClose}
      initialFocus={start}
      error={end.error && messageOf(end.error, 'Failed to sign the device out')}
      footer={
        <>
          {query.data && query.data.length > 0 && (
            <Button
              variant="danger"
              onClick={() => end.mutate(undefined)}
              loading={isEndingAll}
              disabled={end.isPending}
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
        {user && <ClippedText className="-mt-2 mb-1 text-ink-soft">{displayName(user)}</ClippedText>}
        <QueryView
          query={query}
          loading="Loading devices..."
          empty={
            <p role="status" className="py-6 text-ink-soft">
              Not signed in on any device.
            </p>
          }
          className="py-8"
        >
          {(sessions) => <SessionList sessions={sessions} end={end} />}
        </QueryView>
      </div>
    </Dialog>
  );
}
