import { useSyncExternalStore } from 'react';

/** Below Tailwind's `md`. */
const query = '(width < 48rem)';

export function useIsPhone() {
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

function subscribe(listener: () => void) {
  const list = matchMedia(query);
  list.addEventListener('change', listener);
  return () => list.removeEventListener('change', listener);
}
