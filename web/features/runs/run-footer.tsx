import { type ReactNode, useState } from 'react';
import { changesIn, hasEnded, type Run } from '../../../contract/runs.ts';
import { Button } from '../../components/button/button.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { IconDownload } from '../../components/icons/icons.ts';
import { formatNumber } from '../../lib/format/format-number.ts';
import { ConfirmNumber } from './confirm-number.tsx';
import { leftIn } from './run-texts.ts';
import { isWorking } from './runs.api.ts';
import { type RunActions, useRunActions } from './use-run-actions.ts';

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
  const { id, state, kind, can, planned, confirm } = run;
  const [typed, setTyped] = useState('');
  const actions = useRunActions(id, confirm, onRun);
  const { apply, cancel, error, isBusy } = actions;
  const changes = changesIn(planned);
  const left = leftIn(planned);
  const isAsked = can.apply && state === 'planned' && changes > 0;

  return (
    <>
      {error && (
        <Alert tone="error" className="basis-full!">
          {error.message}
        </Alert>
      )}
      {isAsked && confirm !== null && (
        <ConfirmNumber run={run} confirm={confirm} typed={typed} onType={setTyped} />
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
        <DownloadButton actions={actions} only="rejected">
          Fix the file
        </DownloadButton>
      )}
      <EndedActions run={run} actions={actions} />
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

/** The actions after a run has ended. */
function EndedActions({ run, actions }: { run: Run; actions: RunActions }) {
  const { retry, undo, isBusy } = actions;
  const failed = leftIn(run.applied);
  return (
    <>
      {hasEnded(run) && <DownloadButton actions={actions}>Download result</DownloadButton>}
      {run.can.retry && failed > 0 && (
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
      {run.can.undo && (
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
    </>
  );
}

interface DownloadButtonProps {
  actions: RunActions;
  only?: 'rejected';
  children: ReactNode;
}

function DownloadButton({ actions: { download, isBusy }, only, children }: DownloadButtonProps) {
  return (
    <Button
      variant="secondary"
      className={grow}
      icon={<IconDownload size={18} aria-hidden="true" />}
      disabled={isBusy}
      onClick={() => download.mutate(only)}
    >
      {children}
    </Button>
  );
}
