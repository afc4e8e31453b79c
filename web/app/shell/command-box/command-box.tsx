import { Dialog } from '@base-ui/react/dialog';
import { useRef, useState } from 'react';
import type { UserRow } from '../../../../contract/users.ts';
import { useRowPress } from '../../../components/table/row-press.ts';
import { DeactivateDialog } from '../../../features/users/account/deactivate-dialog.tsx';
import { keepFocusInside } from '../../../lib/browser/modal-focus.ts';
import { BoxBody, type BoxBodyProps } from './box-body.tsx';

/** Finds locations, users, screens, settings, views and acts. Enter opens the first, Ctrl Enter a new tab. */
export function CommandBox({ onClose }: { onClose: () => void }) {
  const [deactivated, setDeactivated] = useState<UserRow | null>(null);
  // Lists deactivate at once and offer Undo. Behind the box nobody sees the row, so it asks.
  if (deactivated) return <DeactivateDialog user={deactivated} onClose={onClose} />;
  return <Box onClose={onClose} onDeactivate={setDeactivated} />;
}

/** The dialog alone: what changes with each key is in its body. */
function Box({ onClose, onDeactivate }: Omit<BoxBodyProps, 'input'>) {
  const input = useRef<HTMLInputElement>(null);
  const [focusedBefore] = useState(() => document.activeElement);
  // A key changes what the element of a row shows.
  useRowPress();
  return (
    <Dialog.Root open onOpenChange={(next) => next || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 bg-backdrop transition-opacity data-starting-style:opacity-0" />
        <Dialog.Popup
          ref={keepFocusInside}
          initialFocus={input}
          finalFocus={() => (focusedBefore instanceof HTMLElement ? focusedBefore : true)}
          // On a busy machine the popup itself gets the focus, and what is typed would be lost.
          onFocus={({ target, currentTarget }) => {
            if (target === currentTarget) input.current?.focus();
          }}
          aria-label="Search"
          className={popupClasses}
        >
          <BoxBody input={input} onClose={onClose} onDeactivate={onDeactivate} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const popupClasses =
  'fixed inset-x-0 top-[10dvh] mx-auto flex max-h-[76dvh] w-full max-w-160 flex-col overflow-hidden rounded-dialog border border-line bg-surface shadow-popup outline-none transition data-starting-style:translate-y-2 data-starting-style:opacity-0 max-md:inset-0 max-md:h-dvh max-md:max-h-none max-md:max-w-none max-md:rounded-none max-md:border-0 md:[@media(height<40rem)]:top-4 md:[@media(height<40rem)]:max-h-[calc(100dvh-2rem)]';
