import { useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { RunPage } from '../../features/runs/run-page.tsx';
import { refreshAfterRun } from './refresh-after-run.ts';

export function RunRoute() {
  const { runId } = useParams({ from: '/guarded/runs/$runId' });
  const client = useQueryClient();
  return <RunPage key={runId} id={runId} onChanged={(run) => void refreshAfterRun(run, client)} />;
}
