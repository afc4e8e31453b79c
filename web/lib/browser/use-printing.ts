import { createStore, useStore } from '../store.ts';

const isPrinting = createStore(false, watch);

/** Whether the page is being printed, when rows that are out of sight must be rendered too. */
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
