import { createStore, useStore } from '../store.ts';

const isPrinting = createStore(false, watch);

/** Whether the page is being printed: what is out of sight must then be there too. */
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
