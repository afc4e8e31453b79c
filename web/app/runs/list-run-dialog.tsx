import { RunDialog } from '../../features/runs/run-dialog.tsx';
import type { RunDialogProps } from '../../features/runs/runs.api.ts';
import { refreshAfterRun } from './refresh-after-run.ts';

/** A run above a list, which then shows what it changed. */
export function ListRunDialog(props: RunDialogProps) {
  return <RunDialog {...props} onChanged={(run) => void refreshAfterRun(run)} />;
}
