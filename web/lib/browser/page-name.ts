import { useEffect, useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let current: string | null = null;

/** The name that the page on screen gave itself; null where the title of its route will do. */
export function usePageName() {
  return useSyncExternalStore(subscribe, () => current);
}

/** Names the page in the browser's tab for as long as the component is mounted: 'Harbor 394'. */
export function useNamedPage(name: string | undefined) {
  useEffect(() => {
    if (!name) return;
    setName(name);
    return () => setName(null);
  }, [name]);
}

function setName(name: string | null) {
  current = name;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
