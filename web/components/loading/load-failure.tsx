import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useKeys } from '../../lib/browser/keys.ts';
import { unreachable } from '../../lib/network/request-failed.ts';
import type { WhyNotLoaded } from '../../lib/network/why-not-loaded.ts';
import { Button } from '../button/button.tsx';
import { IconAlertTriangle } from '../icons/icons.ts';

export interface LoadFailureProps {
  why: WhyNotLoaded;
  onRetry: () => void;
  retrying: boolean;
}

export function LoadFailure({ isPage, ...props }: LoadFailureProps & { isPage: boolean }) {
  return (
    <div
      role="alert"
      className="flex flex-1 flex-col items-center justify-center gap-3 px-6 py-14 text-center"
    >
      <IconAlertTriangle size={28} className="text-bad" aria-hidden="true" />
      {isPage && <h1 className="font-sign text-heading font-semibold">This page did not load</h1>}
      <p className="max-w-md">{loadFailureSentence(props.why)}</p>
      <p className="flex flex-wrap justify-center gap-2">
        <LoadFailureButtons {...props} />
      </p>
    </div>
  );
}

/** The possible actions, the best one first. A new version has other file names, so trying again would not help. */
export function LoadFailureButtons({ why, onRetry, retrying }: LoadFailureProps): ReactNode {
  const reload = (variant: 'primary' | 'secondary') => (
    <Button variant={variant} onClick={() => location.reload()}>
      Reload
    </Button>
  );
  if (why === 'outdated') return reload('primary');
  return (
    <>
      <Button onClick={onRetry} loading={retrying}>
        Try again
      </Button>
      {why === 'unknown' && reload('secondary')}
    </>
  );
}

export function loadFailureSentence(why: WhyNotLoaded) {
  if (why === 'outdated')
    return 'There is a newer version of this app. Reload to continue. Saved changes are kept.';
  return why === 'unreachable'
    ? `This part of the app could not be loaded: ${unreachable}`
    : 'This part of the app could not be loaded.';
}

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
