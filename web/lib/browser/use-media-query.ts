import { useState, useSyncExternalStore } from 'react';
import { usePrinting } from './use-printing.ts';

/**
 * Whether the media query holds, now and whenever that changes. Paper is narrow, and still gets what the screen showed.
 * No `createStore`: the browser has the value.
 */
export function useMediaQuery(query: string): boolean {
  const matches = useSyncExternalStore(
    (listener) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => window.matchMedia(query).matches,
  );
  const isPrinting = usePrinting();
  const [onScreen, setOnScreen] = useState(matches);
  if (!isPrinting && onScreen !== matches) setOnScreen(matches);
  return isPrinting ? onScreen : matches;
}
