import { useMutation } from '@tanstack/react-query';
import type { Run } from '../../../contract/runs.ts';
import { useCreateId } from '../../lib/form/new-id.ts';
import { applyRun, cancelRun, discardRun, downloadResult, retryRun, undoRun } from './runs.api.ts';

export interface RunActionsOptions {
  onRun: (id: string) => void;
  onDiscarded: () => void;
}

export function useRunActions(run: Run, { onRun, onDiscarded }: RunActionsOptions) {
  const { id, confirm } = run;
  const idOf = useCreateId();
  const apply = useMutation({ mutationFn: (_: undefined, c) => applyRun(id, confirm, c) });
  const cancel = useMutation({ mutationFn: (_: undefined, c) => cancelRun(id, c) });
  const discard = useMutation({
    mutationFn: (_: undefined, c) => discardRun(run, c),
    onSuccess: onDiscarded,
  });
  const retry = useMutation({ mutationFn: (_: undefined, c) => retryRun(id, c) });
  const undo = useMutation({
    mutationFn: (_: undefined, c) => undoRun(id, idOf(id), c),
    onSuccess: (next) => onRun(next.id),
  });
  const download = useMutation({ mutationFn: () => downloadResult(id) });
  const all = [apply, cancel, discard, retry, undo, download];
  return {
    ...{ apply, cancel, discard, retry, undo, download },
    error: all.find((one) => one.error)?.error,
    isBusy: all.some((one) => one.isPending),
  };
}
