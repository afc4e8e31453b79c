import { RunDialog } from '../../features/runs/run-dialog.tsx';
import type { RunDialogProps } from '../../features/runs/runs.api.ts';
import { refreshAfterRun } from './refresh-after-run.ts';

/** A run in a dialog over a list. The list then shows what the run changed. */
export function ListRunDialog(props: RunDialogProps) {
  return <RunDialog {...props} onChanged={(run) => void refreshAfterRun(run)} />;
}
