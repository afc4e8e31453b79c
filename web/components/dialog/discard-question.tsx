import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useRef } from 'react';
import { Button } from '../button/button.tsx';
import { DialogFrame } from './dialog-frame.tsx';

export function DiscardQuestion({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) {
  const keep = useRef<HTMLButtonElement>(null);
  return (
    <AlertDialog.Root open onOpenChange={onKeep}>
      <DialogFrame
        title="Discard changes?"
        closable={false}
        initialFocus={keep}
        footer={
          <>
            <Button variant="secondary" onClick={onDiscard}>
              Discard
            </Button>
            <Button ref={keep} onClick={onKeep}>
              Keep editing
            </Button>
          </>
        }
      >
        <AlertDialog.Description className="text-ink-soft">
          Your changes are not saved yet.
        </AlertDialog.Description>
      </DialogFrame>
    </AlertDialog.Root>
  );
}
