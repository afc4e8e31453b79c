import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { showToast } from '../../components/toast/toasts.ts';
import { followedRuns, unfollowRun } from '../../features/runs/followed-runs.ts';
import { describeCounts } from '../../features/runs/run-texts.ts';
import { isWorking, runQuery } from '../../features/runs/runs.api.ts';
import { useStore } from '../../lib/store.ts';
import { refreshAfterRun } from './refresh-after-run.ts';

/** Says how runs ended that no page shows, and reads again what they changed. */
export function RunWatcher() {
  return useStore(followedRuns).map((id) => <Followed key={id} id={id} />);
}

function Followed({ id }: { id: string }) {
  const { data: run } = useQuery(runQuery(id));
  const navigate = useNavigate();
  useEffect(() => {
    if (!run || isWorking(run)) return;
    unfollowRun(id);
    if (run.state !== 'planned') void refreshAfterRun(run);
    const counts = describeCounts(run);
    const ending = run.state === 'planned' ? 'can be applied now' : run.state === 'done' ? 'done' : run.state;
    showToast({
      about: id,
      tone: run.state === 'failed' ? 'bad' : 'good',
      text: `${run.title}: ${ending}${counts && `. ${counts}`}`,
      stays: true,
      action: { label: 'Open', run: () => navigate({ to: '/runs/$runId', params: { runId: id } }) },
    });
  }, [run, id, navigate]);
  return null;
}
