import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { describeEffect, describeState } from '../../../contract/run-words.ts';
import { showToast } from '../../components/toast/toasts.ts';
import { useStore } from '../../lib/store.ts';
import { followedRuns, unfollowRun } from './followed-runs.ts';
import { isWorking, refreshAfterRun, runQuery } from './runs.api.ts';

export function RunWatcher() {
  return useStore(followedRuns).map((id) => <Followed key={id} id={id} />);
}

function Followed({ id }: { id: string }) {
  const { data: run } = useQuery(runQuery(id));
  const navigate = useNavigate();
  const client = useQueryClient();
  useEffect(() => {
    if (!run || isWorking(run)) return;
    unfollowRun(id);
    if (run.state !== 'planned') void refreshAfterRun(run, client);
    const effect = describeEffect(run);
    const ending = run.state === 'planned' ? 'checked, not applied' : describeState(run).toLowerCase();
    showToast({
      about: id,
      tone: run.state === 'failed' ? 'bad' : run.state === 'done' ? 'good' : 'note',
      text: `${run.title}: ${ending}${effect && `. ${effect}`}`,
      stays: true,
      action: { label: 'Open', run: () => navigate({ to: '/runs/$runId', params: { runId: id } }) },
    });
  }, [run, id, navigate, client]);
  return null;
}
