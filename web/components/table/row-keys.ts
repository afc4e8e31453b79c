import { type RefObject, useEffect, useRef } from 'react';
import type { Selection } from './use-selection.ts';

interface RowActs {
  selection: Selection | undefined;
  onEdit: ((id: string) => void) | undefined;
}

/**
 * The keys of a list: j and k move through the rows, and so do the arrow keys from a focused row or from the list's
 * search. `e` edits the focused row, `x` selects it, Shift with the arrow keys selects the rows on the way, and
 * Escape clears the selection. The main control of a row has `data-row-main`.
 */
export function useRowKeys(list: RefObject<HTMLElement | null>, { selection, onEdit }: RowActs) {
  const latest = useRef<RowActs>({ selection, onEdit });
  useEffect(() => {
    latest.current = { selection, onEdit };
  });
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const box = list.current;
      const target = event.target instanceof HTMLElement ? event.target : null;
      if (!box || !target || event.defaultPrevented || event.isComposing) return;
      if (event.ctrlKey || event.metaKey || event.altKey || target.closest(overlays)) return;
      const focused = target.closest<HTMLElement>(rows);
      const { selection, onEdit } = latest.current;
      if (event.key === 'Escape' && selection?.isEmpty === false && !isOpen()) {
        // The row keeps the focus; the selection bar disappears.
        if (!focused) box.querySelector<HTMLElement>('[data-row-main]')?.focus();
        return selection.clear();
      }
      const isInSearch = target.matches('input[type=search]') && box.contains(target);
      if (isInSearch ? event.key !== 'ArrowDown' : target.closest(fields)) return;
      const id = focused?.dataset.row;
      if (event.key === 'x' && id) selection?.toggle(id);
      else if (event.shiftKey && selection && id && event.key.startsWith('Arrow')) {
        const next = focusRow(box, focused, event.key === 'ArrowDown' ? 1 : -1);
        if (next?.dataset.row) selection.extend(next.dataset.row, id);
        event.preventDefault();
      } else if (event.key === 'e' && id) {
        onEdit?.(id);
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
const fields = 'input:not([data-row-select]), textarea, select, [contenteditable]';
const rows = '[data-row]';

function focusRow(box: HTMLElement, focused: HTMLElement | null, step: 1 | -1) {
  const all = [...box.querySelectorAll<HTMLElement>(rows)];
  const next = focused ? all[all.indexOf(focused) + step] : all[0];
  const main = next?.querySelector<HTMLElement>('[data-row-main]');
  main?.focus();
  return main ? next : undefined;
}

/** Another element handles Escape first. */
function isOpen() {
  return document.querySelector(overlays) !== null;
}
