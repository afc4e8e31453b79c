import { useState, useSyncExternalStore } from 'react';
import { usePrinting } from './use-printing.ts';

/** A printed page is narrow, but keeps the layout of the screen. No `createStore`: the browser has the value. */
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
