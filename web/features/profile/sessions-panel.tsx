import { useMutation, useQuery } from '@tanstack/react-query';
import { Button } from '../../components/button/button.tsx';
import { Panel } from '../../components/display/panel.tsx';
import { SessionList } from '../../components/display/session-list.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { SaveOutcome } from '../../components/feedback/save-outcome.tsx';
import { endOtherSessions, endOwnSession, ownSessionsQuery } from './sessions.api.ts';

const failed = 'Failed to sign the device out';

export function SessionsPanel() {
  const query = useQuery(ownSessionsQuery);
  const end = useMutation({ mutationFn: endOwnSession });
  const endOthers = useMutation({ mutationFn: (_, context) => endOtherSessions(context) });
  const hasOthers = query.data?.some((session) => !session.is_current) ?? false;

  return (
    <Panel
      isSection
      title="Devices"
      description="Lost a phone or left a shared PC signed in? Sign it out here."
    >
      <SaveOutcome save={end} failed={failed} className="mb-2" />
      <SaveOutcome
        save={endOthers}
        done={!hasOthers && 'All other devices are signed out.'}
        failed={failed}
        className="mb-2"
      />
      <QueryView query={query} loading="Loading devices..." className="py-6">
        {(sessions) => <SessionList sessions={sessions} end={end} />}
      </QueryView>
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
