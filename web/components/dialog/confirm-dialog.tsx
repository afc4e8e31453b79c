import { AlertDialog } from '@base-ui/react/alert-dialog';
import { type ReactNode, useRef } from 'react';
import { type SaveContext, useSave } from '../../lib/form/use-save.ts';
import { Button } from '../button/button.tsx';
import { showToast, type ToastOptions } from '../toast/toasts.ts';
import { DialogFrame } from './dialog-frame.tsx';

export interface ConfirmDialogProps<Result> {
  title: string;
  /** 'Are you sure you want to delete "{name}"? This action cannot be undone.' */
  children: ReactNode | ((isBusy: boolean) => ReactNode);
  confirmLabel?: string;
  busyLabel?: string;
  /** What else failed to load. */
  error?: Error | null;
  /** The server would refuse it; `children` say why. */
  isRefused?: boolean | undefined;
  act: (context: SaveContext) => Promise<Result>;
  done?: ToastOptions;
  /** Instead of `onClose`, before the toast. */
  onDone?: (result: Result) => unknown;
  onClose: () => unknown;
}

/** Cancel has the focus, so that a hasty Enter harms nothing. It also aborts the running request. */
export function ConfirmDialog<Result>({
  title,
  children,
  confirmLabel = 'Delete',
  busyLabel = 'Deleting...',
  error,
  isRefused = false,
  act,
  done,
  onDone,
  onClose,
}: ConfirmDialogProps<Result>) {
  const cancel = useRef<HTMLButtonElement>(null);
  const save = useSave<void, Result>({
    mutationFn: (_, context) => act(context),
    onSuccess: async (result) => {
      await (onDone ? onDone(result) : onClose());
      if (done) showToast(done);
    },
  });
  const busy = save.isPending;
  return (
    <AlertDialog.Root open onOpenChange={(next) => !next && !busy && onClose()}>
      <DialogFrame
        title={title}
        closable={false}
        busy={busy}
        error={(save.error ?? error)?.message}
        initialFocus={cancel}
        footer={
          <>
            <Button ref={cancel} variant="secondary" onClick={() => void onClose()}>
              Cancel
            </Button>
            <Button
              variant="danger"
              onClick={() => save.mutate()}
              disabled={isRefused}
              loading={busy}
              loadingLabel={busyLabel}
            >
              {confirmLabel}
            </Button>
          </>
        }
      >
        <AlertDialog.Description className="text-ink-soft" render={<div />}>
          {typeof children === 'function' ? children(busy) : children}
        </AlertDialog.Description>
      </DialogFrame>
    </AlertDialog.Root>
  );
}
