import { useMutation } from '@tanstack/react-query';
import { useCreateId } from '../../lib/form/use-create-id.ts';
import { applyRun, cancelRun, downloadResult, retryRun, undoRun } from './runs.api.ts';

/** The actions of a run. One of them works at a time, and the last failure is shown. */
export function useRunActions(id: string, confirm: number | null, onRun: (id: string) => void) {
  const idOf = useCreateId();
  const apply = useMutation({ mutationFn: (_: undefined, c) => applyRun(id, confirm, c) });
  const cancel = useMutation({ mutationFn: (_: undefined, c) => cancelRun(id, c) });
  const retry = useMutation({ mutationFn: (_: undefined, c) => retryRun(id, c) });
  const undo = useMutation({
    mutationFn: (_: undefined, c) => undoRun(id, idOf(id), c),
    onSuccess: (next) => onRun(next.id),
  });
  const download = useMutation({ mutationFn: (only: 'rejected' | undefined) => downloadResult(id, only) });
  const all = [apply, cancel, retry, undo, download];
  return {
    ...{ apply, cancel, retry, undo, download },
    error: all.find((one) => one.error)?.error,
    isBusy: all.some((one) => one.isPending),
  };
}

export type RunActions = ReturnType<typeof useRunActions>;
