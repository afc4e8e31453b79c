import { useEffect, useId, useRef } from 'react';
import { useKeys } from '../../lib/browser/keys.ts';
import { Button } from '../button/button.tsx';
import { IconAlertTriangle } from '../icons/icons.ts';
import { LoadFailureButtons, type LoadFailureProps, loadFailureSentence } from './load-failure.tsx';

export interface LoadFailureCardProps extends LoadFailureProps {
  onClose: () => void;
}

/** The code of dialogs itself may be missing. It takes the focus and returns it. */
export function LoadFailureCard({ onClose, ...failure }: LoadFailureCardProps) {
  const id = useId();
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    card.current?.querySelector('button')?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  // Of the page, because a busy button has no focus.
  useKeys({ escape: onClose }, { isOfOverlay: true });
  return (
    <div
      ref={card}
      role="alertdialog"
      aria-label="Could not be loaded"
      aria-describedby={id}
      className="fixed inset-x-4 bottom-4 max-md:bottom-[calc(4.25rem+env(safe-area-inset-bottom))] z-20 mx-auto flex max-w-xl flex-wrap items-center gap-x-4 gap-y-3 rounded-menu border border-line bg-surface p-4 shadow-popup"
    >
      <IconAlertTriangle size={22} className="shrink-0 text-bad" aria-hidden="true" />
      <p id={id} className="min-w-48 flex-1">
        {loadFailureSentence(failure.why)}
      </p>
      <p className="flex flex-wrap gap-2">
        <LoadFailureButtons {...failure} />
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
      </p>
    </div>
  );
}
