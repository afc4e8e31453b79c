import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { changesIn, hasEnded, type Run } from '../../../contract/runs.ts';
import { Button } from '../../components/button/button.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { IconArrowLeft, IconDownload, IconUpload } from '../../components/icons/icons.ts';
import { formatNumber } from '../../lib/format/format-number.ts';
import { ConfirmNumber, isConfirmed } from './confirm-number.tsx';
import { type FooterAction, FooterActions } from './footer-actions.tsx';
import { actionOf, isHarsh, unappliedIn } from './run-texts.ts';
import { isWorking } from './runs.api.ts';
import { type RunActionsOptions, useRunActions } from './use-run-actions.ts';

export interface RunFooterProps extends RunActionsOptions {
  run: Run;
  close?: ReactNode;
  /** One step back: to the columns of an import, or to the run that this one would undo. */
  back?: { label: string; go: () => void } | undefined;
}

/** On a phone a button is as wide as its text, and the others share the rest of the row. */
const grow = 'max-md:flex-auto!';

export function RunFooter({ run, close, back, ...on }: RunFooterProps) {
  const { state, can, planned, confirm } = run;
  const [typed, setTyped] = useState('');
  const actions = useRunActions(run, on);
  const { apply, cancel, error, isBusy } = actions;
  const isWaiting = can.apply && state === 'planned' && changesIn(planned) > 0;
  const others = useFooterActions(run, actions, close !== undefined);

  return (
    <>
      {error && (
        <Alert tone="error" className="basis-full!">
          {error.message}
        </Alert>
      )}
      {isWaiting && confirm !== null && (
        <ConfirmNumber run={run} confirm={confirm} typed={typed} onType={setTyped} />
      )}
      {back && state === 'planned' && (
        <Button
          variant="secondary"
          icon={<IconArrowLeft size={18} aria-hidden="true" />}
          onClick={back.go}
          disabled={isBusy}
          className="md:mr-auto max-md:flex-none!"
        >
          <span className="max-md:sr-only">{back.label}</span>
        </Button>
      )}
      {close}
      {isWorking(run) && can.cancel && (
        <Button
          variant="secondary"
          className={grow}
          loading={cancel.isPending}
          loadingLabel="Stopping..."
          onClick={() => cancel.mutate(undefined)}
        >
          {state === 'applying' ? 'Stop and keep changes so far' : 'Stop'}
        </Button>
      )}
      <FooterActions actions={others} disabled={isBusy} hasMain={isWaiting} />
      {isWaiting && (
        <Button
          variant={isHarsh(run) ? 'danger' : 'primary'}
          className={grow}
          disabled={isBusy || (confirm !== null && !isConfirmed(typed, confirm))}
          loading={apply.isPending}
          loadingLabel="Starting..."
          onClick={() => apply.mutate(undefined)}
        >
          {actionOf(run)}
        </Button>
      )}
    </>
  );
}

function useFooterActions(
  run: Run,
  { discard, retry, undo, download }: ReturnType<typeof useRunActions>,
  isDialog: boolean,
): FooterAction[] {
  const { kind, about, state, can, is_own, planned, applied, retryable } = run;
  const navigate = useNavigate();
  const isEnded = hasEnded(run);
  const wasSkipped = unappliedIn(isEnded ? applied : planned) > 0;
  const offered: (FooterAction | false)[] = [
    // A dialog discards its preview when it is closed.
    can.discard &&
      !isDialog &&
      !isWorking(run) && {
        label: 'Discard',
        run: () => discard.mutate(undefined),
        ...{ isWorking: discard.isPending, working: 'Discarding...' },
      },
    kind === 'import' &&
      is_own &&
      wasSkipped &&
      (isEnded || state === 'planned') && {
        label: 'Choose a fixed file',
        icon: <IconUpload size={18} aria-hidden="true" />,
        run: () => void navigate({ to: '/import/$about', params: { about } }),
      },
    isEnded && {
      label: 'Result (CSV)',
      icon: <IconDownload size={18} aria-hidden="true" />,
      run: () => download.mutate(),
      isWorking: download.isPending,
    },
    can.retry &&
      retryable > 0 && {
        label: `Try ${formatNumber(retryable)} again`,
        run: () => retry.mutate(undefined),
        ...{ isWorking: retry.isPending, working: 'Preparing...' },
      },
    can.undo && {
      label: 'Undo…',
      run: () => undo.mutate(undefined),
      ...{ isWorking: undo.isPending, working: 'Preparing...' },
    },
  ];
  return offered.filter((action) => action !== false);
}
