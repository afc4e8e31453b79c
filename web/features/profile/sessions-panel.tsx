import { useMutation, useQuery } from '@tanstack/react-query';
import { Button } from '../../components/button/button.tsx';
import { Panel } from '../../components/display/panel.tsx';
import { SessionList } from '../../components/display/session-list.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { ErrorState } from '../../components/feedback/error-state.tsx';
import { Loading } from '../../components/feedback/loading.tsx';
import { messageOf } from '../../lib/network/request-failed.ts';
import { endOtherSessions, endOwnSession, ownSessionsQuery } from './sessions.api.ts';

/** Every device on which one is signed in; each can be ended from here. */
export function SessionsPanel() {
  const { data, error, refetch, isFetching } = useQuery(ownSessionsQuery);
  const refresh = () => refetch();
  const end = useMutation({ mutationFn: endOwnSession, onSuccess: refresh });
  const endOthers = useMutation({ mutationFn: endOtherSessions, onSuccess: refresh });
  const failure = end.error ?? endOthers.error;
  const hasOthers = data?.sessions.some((session) => !session.is_current) ?? false;

  return (
    <Panel title="Devices" text="Signed in at a counter or on a lost phone? End it from here.">
      {failure && (
        <Alert tone="error" className="mb-2">
          {messageOf(failure, 'Failed to sign the device out')}
        </Alert>
      )}
      {endOthers.isSuccess && !hasOthers && (
        <Alert tone="success" className="mb-2">
          All other devices are signed out.
        </Alert>
      )}
      {data && (
        <SessionList
          sessions={data.sessions}
          onEnd={(session) => end.mutate(session.id)}
          ending={end.isPending ? end.variables : undefined}
        />
      )}
      {!data && error && (
        <ErrorState
          message={messageOf(error, 'Failed to load your devices')}
          onRetry={() => void refetch()}
          retrying={isFetching}
          className="py-6"
        />
      )}
      {!data && !error && <Loading label="Loading devices..." className="py-6" />}
      {hasOthers && (
        <Button
          variant="secondary"
          className="mt-3"
          onClick={() => endOthers.mutate()}
          loading={endOthers.isPending}
          disabled={end.isPending}
        >
          Sign out other devices
        </Button>
      )}
    </Panel>
  );
}
