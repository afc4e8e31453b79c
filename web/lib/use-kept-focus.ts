import { useEffect, useRef } from 'react';

/**
 * A dialog gives the focus back to what opened it. When that is gone, because its row was deleted, the page
 * takes it, so that the keyboard does not start again at the top of the window.
 */
export function useKeptFocus(dialog: string | undefined) {
  const wasOpen = useRef(false);
  useEffect(() => {
    const isClosing = wasOpen.current && !dialog;
    wasOpen.current = Boolean(dialog);
    if (!isClosing) return;
    // After the dialog has given it back.
    const timer = setTimeout(() => {
      if (document.activeElement === document.body) document.querySelector('main')?.focus();
    }, 100);
    return () => clearTimeout(timer);
  }, [dialog]);
}
