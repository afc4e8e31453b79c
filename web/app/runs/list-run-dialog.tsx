import { useQueryClient } from '@tanstack/react-query';
import { RunDialog } from '../../features/runs/run-dialog.tsx';
import type { RunDialogProps } from '../../features/runs/runs.api.ts';
import { refreshAfterRun } from './refresh-after-run.ts';

export function ListRunDialog(props: RunDialogProps) {
  const client = useQueryClient();
  return <RunDialog {...props} onChanged={(run) => void refreshAfterRun(run, client)} />;
}
