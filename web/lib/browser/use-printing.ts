import { createStore, useStore } from '../store.ts';

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
