import { useEffect } from 'react';
import { createStore, useStore } from '../store.ts';

const store = createStore<string | null>(null);

export function usePageName() {
  return useStore(store);
}

export function useNamedPage(name: string | undefined) {
  useEffect(() => {
    if (!name) return;
    store.set(name);
    return () => store.set(null);
  }, [name]);
}
