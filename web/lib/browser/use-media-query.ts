import { useState, useSyncExternalStore } from 'react';
import { createStore, useStore } from '../store.ts';

/**
 * A printed page is narrow, but keeps the layout of the screen, as does one that `isHeld`: by an open popup, which would
 * lose what is typed in it. No `createStore`: the browser has the value.
 */
export function useMediaQuery(query: string, isHeld = false): boolean {
  const matches = useSyncExternalStore(
    (listener) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => window.matchMedia(query).matches,
  );
  const isStill = usePrinting() || isHeld;
  const [shown, setShown] = useState(matches);
  if (!isStill && shown !== matches) setShown(matches);
  return isStill ? shown : matches;
}

const isPrinting = createStore(false, watch);

export function usePrinting() {
  return useStore(isPrinting);
}

function watch() {
  const change = ({ type }: Event) => isPrinting.set(type === 'beforeprint');
  window.addEventListener('beforeprint', change);
  window.addEventListener('afterprint', change);
  return () => {
    window.removeEventListener('beforeprint', change);
    window.removeEventListener('afterprint', change);
  };
}
