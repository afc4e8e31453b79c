import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { DialogFrame, type DialogFrameProps } from './dialog-frame.tsx';

export interface DialogProps extends DialogFrameProps {
  open: boolean;
  /** Backdrop, Escape and the close icon. */
  onClose: () => void;
}

/**
 * A modal dialog. While `busy`, a stray press on the backdrop or Escape does not lose what is being saved;
 * the close icon still works, and everything can still be read and scrolled.
 */
export function Dialog({ open, onClose, ...frame }: DialogProps) {
  return (
    <BaseDialog.Root
      open={open}
      onOpenChange={(next, { reason }) => {
        if (next || (frame.busy && reason !== 'close-press')) return;
        onClose();
      }}
    >
      <DialogFrame {...frame} />
    </BaseDialog.Root>
  );
}
