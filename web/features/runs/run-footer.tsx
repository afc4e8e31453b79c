import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { changesIn, hasEnded, type Run } from '../../../contract/runs.ts';
import { Button } from '../../components/button/button.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { TextField } from '../../components/form/text-field.tsx';
import { IconDownload } from '../../components/icons/icons.ts';
import { useCreateId } from '../../lib/form/use-create-id.ts';
import { formatNumber } from '../../lib/format/format-number.ts';
import { leftIn, nounOf } from './run-texts.ts';
import { applyRun, cancelRun, downloadResult, isWorking, retryRun, undoRun } from './runs.api.ts';

export interface RunFooterProps {
  run: Run;
  /** Called when another run replaces this one. */
  onRun: (id: string) => void;
  /** In a dialog: closes it. */
  close?: ReactNode;
  /** For an import that is not applied: back to its columns. */
  onColumns?: (() => void) | undefined;
}

/** On a phone a button is as wide as its text, and the others share the rest of the row. */
const grow = 'max-md:flex-auto!';

/** The actions of a run in its current state. */
export function RunFooter({ run, onRun, close, onColumns }: RunFooterProps) {
  const { id, state, kind, can, planned, applied, confirm } = run;
  const [typed, setTyped] = useState('');
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
  const error = all.find((one) => one.error)?.error;
  const isBusy = all.some((one) => one.isPending);
  const changes = changesIn(planned);
  const left = leftIn(planned);
  const isAsked = can.apply && state === 'planned' && changes > 0;
  const isEnded = hasEnded(run);
  const failed = leftIn(applied);

  return (
    <>
      {error && (
        <Alert tone="error" className="basis-full!">
          {error.message}
        </Alert>
      )}
      {isAsked && confirm !== null && (
        <div className="basis-full! rounded-control bg-amber-soft px-4 py-3 text-amber-ink">
          <p className="mb-2 font-semibold">
            {formatNumber(confirm)} {nounOf(run, confirm)} lose access: they are deactivated, or lose roles or
            locations.
          </p>
          <div className="max-w-56 text-ink">
            <TextField
              label={`Type ${confirm} to continue`}
              inputMode="numeric"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </div>
        </div>
      )}
      {onColumns && state === 'planned' && (
        <Button variant="ghost" onClick={onColumns} disabled={isBusy} className={`mr-auto ${grow}`}>
          Change the columns
        </Button>
      )}
      {close}
      {isWorking(run) && can.cancel && (
        <Button
          variant="secondary"
          className={grow}
          loading={cancel.isPending}
          loadingLabel="Canceling..."
          onClick={() => cancel.mutate(undefined)}
        >
          {state === 'applying' ? 'Stop and keep changes so far' : 'Stop'}
        </Button>
      )}
      {kind === 'import' && isAsked && planned.rejected > 0 && (
        <Button
          variant="secondary"
          className={grow}
          icon={<IconDownload size={18} aria-hidden="true" />}
          disabled={isBusy}
          onClick={() => download.mutate('rejected')}
        >
          Fix the file
        </Button>
      )}
      {isEnded && (
        <Button
          variant="secondary"
          className={grow}
          icon={<IconDownload size={18} aria-hidden="true" />}
          disabled={isBusy}
          onClick={() => download.mutate(undefined)}
        >
          Download result
        </Button>
      )}
      {can.retry && failed > 0 && (
        <Button
          variant="secondary"
          className={grow}
          disabled={isBusy}
          loading={retry.isPending}
          loadingLabel="Preparing..."
          onClick={() => retry.mutate(undefined)}
        >
          Retry {formatNumber(failed)} failed
        </Button>
      )}
      {can.undo && (
        <Button
          variant="secondary"
          className={grow}
          disabled={isBusy}
          loading={undo.isPending}
          loadingLabel="Preparing..."
          onClick={() => undo.mutate(undefined)}
        >
          Undo
        </Button>
      )}
      {isAsked && (
        <Button
          className={grow}
          disabled={isBusy || (confirm !== null && typed.trim() !== String(confirm))}
          loading={apply.isPending}
          loadingLabel="Starting..."
          onClick={() => apply.mutate(undefined)}
        >
          {kind === 'undo' ? 'Undo' : 'Apply'} {formatNumber(changes)}
          {left > 0 && `, leave ${formatNumber(left)} out`}
        </Button>
      )}
    </>
  );
}
