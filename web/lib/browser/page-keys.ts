import { useEffect, useRef } from 'react';

/**
 * Single keys of a page: pressed outside of a field, a dialog and a menu, they do what a button of the page does. Escape
 * counts in an empty search too, and never when it closes something.
 */
export function usePageKeys(acts: Readonly<Record<string, (() => void) | undefined>>) {
  const latest = useRef(acts);
  useEffect(() => {
    latest.current = acts;
  });
  useEffect(() => {
    let isOverlayOpen = false;
    // Before anybody else hears the key: what it closes is gone when it arrives here.
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
// A message that has the focus is dismissed by Escape.
const elsewhere = `input, textarea, select, [contenteditable], [role=region], ${overlays}`;
