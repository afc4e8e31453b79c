import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { changesIn, hasEnded, type Run } from '../../../contract/runs.ts';
import { Button, buttonClasses } from '../../components/button/button.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { TextField } from '../../components/form/text-field.tsx';
import { IconArrowLeft, IconDownload, IconUpload } from '../../components/icons/icons.ts';
import { useMediaQuery } from '../../lib/browser/use-media-query.ts';
import { useCreateId } from '../../lib/form/new-id.ts';
import { formatNumber } from '../../lib/format/format-number.ts';
import { type FooterAction, FooterActions } from './footer-actions.tsx';
import { isShowable, ShowRows } from './run-notices.tsx';
import { actionOf, describeConfirm, isHarsh, unappliedIn } from './run-texts.ts';
import { applyRun, cancelRun, discardRun, downloadResult, isWorking, retryRun, undoRun } from './runs.api.ts';

export interface RunFooterProps {
  run: Run;
  onRun: (id: string) => void;
  onDiscarded: () => void;
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
  // The dialog has it among its notices.
  const isPhone = useMediaQuery('(width < 48rem)');
  const isShown = isPhone && close === undefined && isShowable(run);
  const others = useFooterActions(run, actions, close !== undefined);

  return (
    <>
      {error && (
        <Alert tone="error" className="basis-full!">
          {error.message}
        </Alert>
      )}
      {isWaiting && confirm !== null && (
        <div className="flex basis-full! flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-control bg-amber-soft px-4 py-3 text-amber-ink">
          <p className="font-semibold">{describeConfirm(run, confirm)}</p>
          <div className="max-w-56 text-ink">
            <TextField
              label={`Type ${formatNumber(confirm)} to continue`}
              inputMode="numeric"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </div>
        </div>
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
      <FooterActions actions={others} disabled={isBusy} hasMain={isWaiting || isShown} />
      {isShown && <ShowRows run={run} className={`${buttonClasses('primary')} ${grow}`} />}
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

function useRunActions(run: Run, { onRun, onDiscarded }: Pick<RunFooterProps, 'onRun' | 'onDiscarded'>) {
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

function isConfirmed(typed: string, confirm: number) {
  return typed.replace(/[,.\s]/g, '') === String(confirm);
}
