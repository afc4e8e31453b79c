import { useSyncExternalStore } from 'react';

let isPrinting = false;

/** Whether the page is being printed: what is out of sight must then be there too. */
export function usePrinting() {
  return useSyncExternalStore(subscribe, () => isPrinting);
}

function subscribe(listener: () => void) {
  function change(event: Event) {
    isPrinting = event.type === 'beforeprint';
    listener();
  }
  window.addEventListener('beforeprint', change);
  window.addEventListener('afterprint', change);
  return () => {
    window.removeEventListener('beforeprint', change);
    window.removeEventListener('afterprint', change);
  };
}
