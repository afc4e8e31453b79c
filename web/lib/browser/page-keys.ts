import { useEffect, useRef } from 'react';

/**
 * Single keys that act like buttons of a page: pressed outside of a field, a dialog and a menu. Escape also counts in
 * an empty search, but not when it closes something.
 */
export function usePageKeys(acts: Readonly<Record<string, (() => void) | undefined>>) {
  const latest = useRef(acts);
  useEffect(() => {
    latest.current = acts;
  });
  useEffect(() => {
    let isOverlayOpen = false;
    // Listens before all others, because a popup that another listener closes would be gone when the key arrives
    // here.
    function look() {
      isOverlayOpen = document.querySelector(overlays) !== null;
    }
    function onKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || event.isComposing || isOverlayOpen) return;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target instanceof Element ? event.target : null;
      const isEmptySearch = target?.matches('input[type=search]:placeholder-shown') ?? false;
      if (target?.closest(elsewhere) && !(event.key === 'Escape' && isEmptySearch)) return;
      const act = latest.current[event.key.toLowerCase()];
      if (!act) return;
      event.preventDefault();
      act();
    }
    document.addEventListener('keydown', look, { capture: true });
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('keydown', look, { capture: true });
      document.removeEventListener('keydown', onKeyDown);
    };
  }, []);
}

const overlays = '[role=dialog], [role=alertdialog], [role=menu]';
// Escape dismisses a toast that has the focus.
const elsewhere = `input, textarea, select, [contenteditable], [role=region], ${overlays}`;
