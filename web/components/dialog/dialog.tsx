import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { useUnloadQuestion } from '../../lib/browser/use-unload-question.ts';
import { Button } from '../button/button.tsx';
import { OutageShown } from '../feedback/outage.tsx';
import { DialogFrame, type DialogFrameProps } from './dialog-frame.tsx';
import { DiscardQuestion } from './discard-question.tsx';

export interface DialogProps extends DialogFrameProps {
  /** Called by the backdrop, Escape, the close icon and `CancelButton`. */
  onClose: () => void;
  /** The dialog contains unsaved changes: closing it asks first, and so does leaving the page. */
  isChanged?: boolean | undefined;
}

/** While `busy`, the backdrop and Escape do not abort the save; the close icon and Cancel do. */
export function Dialog({ onClose, isChanged = false, ...frame }: DialogProps) {
  const [isConfirming, setConfirming] = useState(false);
  useUnloadQuestion(isChanged);
  useBlocker({
    disabled: !isChanged || Boolean(frame.busy),
    enableBeforeUnload: false,
    shouldBlockFn: ({ action }) => {
      // The dialog's own ways to close it push or replace the URL.
      const isOfBrowser = action !== 'PUSH' && action !== 'REPLACE';
      if (isOfBrowser) setConfirming(true);
      return isOfBrowser;
    },
  });
  return (
    <BaseDialog.Root
      open
      onOpenChange={(next, { reason }) => {
        if (next || (frame.busy && reason !== 'close-press')) return;
        if (isChanged && !frame.busy) setConfirming(true);
        else onClose();
      }}
    >
      <OutageShown value={false}>
        <DialogFrame {...frame} />
        {isConfirming && <DiscardQuestion onKeep={() => setConfirming(false)} onDiscard={onClose} />}
      </OutageShown>
    </BaseDialog.Root>
  );
}

export function CancelButton({ label = 'Cancel' }: { label?: string }) {
  return <BaseDialog.Close render={<Button variant="secondary" />}>{label}</BaseDialog.Close>;
}
