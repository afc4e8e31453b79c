import { useEffect } from 'react';
import { createStore, useStore } from '../store.ts';

const store = createStore<string | null>(null);

/** The name that the current page set; null when the title of its route is enough. */
export function usePageName() {
  return useStore(store);
}

/** Names the page in the browser's tab for as long as the component is mounted: 'Harbor 394'. */
export function useNamedPage(name: string | undefined) {
  useEffect(() => {
    if (!name) return;
    store.set(name);
    return () => store.set(null);
  }, [name]);
}
