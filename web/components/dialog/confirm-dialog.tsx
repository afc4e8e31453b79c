import { AlertDialog } from '@base-ui/react/alert-dialog';
import { type ReactNode, useRef } from 'react';
import { Button } from '../button/button.tsx';
import { DialogFrame } from './dialog-frame.tsx';

export interface ConfirmDialogProps {
  title: string;
  /** 'Are you sure you want to delete "{name}"? This action cannot be undone.' */
  children: ReactNode;
  confirmLabel?: string;
  busyLabel?: string;
  save: { isPending: boolean; error: Error | null };
  /** The server would refuse it; `children` say why. */
  isRefused?: boolean | undefined;
  onConfirm: () => void;
  onClose: () => void;
}

/** Cancel has the focus, so that a hasty Enter harms nothing. It also aborts the running request. */
export function ConfirmDialog({
  title,
  children,
  confirmLabel = 'Delete',
  busyLabel = 'Deleting...',
  save: { isPending: busy, error },
  isRefused = false,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <AlertDialog.Root open onOpenChange={(next) => !next && !busy && onClose()}>
      <DialogFrame
        title={title}
        closable={false}
        busy={busy}
        error={error?.message}
        initialFocus={cancel}
        footer={
          <>
            <Button ref={cancel} variant="secondary" onClick={onClose}>
              Cancel
            </Button>
            <Button
              variant="danger"
              onClick={onConfirm}
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
          {children}
        </AlertDialog.Description>
      </DialogFrame>
    </AlertDialog.Root>
  );
}
