import { useEffect } from 'react';

/** Calls back when `?` is pressed outside a field, a dialog and a menu. */
export function useShortcutsKey(onPress: () => void) {
  useEffect(() => {
    function onKeyDown({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) {
      if (key !== '?' || ctrlKey || metaKey || altKey) return;
      if (target instanceof Element && target.closest(elsewhere)) return;
      onPress();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [onPress]);
}

const elsewhere =
  'input, textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=menu]';
