import { useLocation } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { whenIdle } from '../../lib/browser/when-idle.ts';
import { useStore } from '../../lib/store.ts';
import { lazyClosable } from '../loading/lazy-dialog.tsx';
import { dropToasts, endToastsOf, waitingToasts } from './toasts.ts';

const load = async () => (await import('./toast-region.tsx')).ToastRegion;
const ToastRegion = lazyClosable(load, { closeOf: ({ onClose }) => onClose });

/** The region loads after the first rows, so that screen readers know it before the first toast. */
export function ToastPlace() {
  const [isWanted, setWanted] = useState(false);
  const isWaiting = useStore(waitingToasts, (toasts) => toasts.length > 0);
  useEffect(() => {
    whenIdle(() =>
      load().then(
        () => setWanted(true),
        // Fetched again with the next toast.
        () => undefined,
      ),
    );
  }, []);
  if (isWaiting && !isWanted) setWanted(true);
  const path = useLocation({ select: ({ pathname }) => pathname });
  useEffect(() => endToastsOf(path), [path]);

  function close() {
    dropToasts();
    setWanted(false);
  }

  return <Suspense>{isWanted && <ToastRegion onClose={close} />}</Suspense>;
}
