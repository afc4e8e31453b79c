import { type RefObject, useEffect } from 'react';

/**
 * The keyboard in a list: j and k lead through the rows, and the arrow keys do too once a row has the focus or from the
 * list's search; `e` edits the focused row. A row's own control is `data-row-main`, its edit button `data-row-edit`.
 */
export function useRowKeys(list: RefObject<HTMLElement | null>) {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const box = list.current;
      const target = event.target instanceof HTMLElement ? event.target : null;
      if (!box || !target || event.defaultPrevented || event.isComposing) return;
      if (event.ctrlKey || event.metaKey || event.altKey || target.closest(overlays)) return;
      const focused = target.closest<HTMLElement>(rows);
      const isInSearch = target.matches('input[type=search]') && box.contains(target);
      if (isInSearch ? event.key !== 'ArrowDown' : target.closest(fields)) return;
      if (event.key === 'e') {
        focused?.querySelector<HTMLElement>('[data-row-edit]:enabled')?.click();
      } else if (event.key === 'j' || (event.key === 'ArrowDown' && (isInSearch || focused))) {
        if (focusRow(box, focused, 1)) event.preventDefault();
      } else if (event.key === 'k' || (event.key === 'ArrowUp' && focused)) {
        if (focusRow(box, focused, -1)) event.preventDefault();
        else if (event.key === 'ArrowUp') box.querySelector<HTMLElement>('input[type=search]')?.focus();
      }
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [list]);
}

const overlays = '[role=dialog], [role=alertdialog], [role=menu]';
const fields = 'input, textarea, select, [contenteditable]';
const rows = '[data-row]';

function focusRow(box: HTMLElement, focused: HTMLElement | null, step: 1 | -1) {
  const all = [...box.querySelectorAll<HTMLElement>(rows)];
  const next = focused ? all[all.indexOf(focused) + step] : all[0];
  const main = next?.querySelector<HTMLElement>('[data-row-main]');
  main?.focus();
  return main !== undefined && main !== null;
}
