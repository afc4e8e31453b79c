import type { RefObject } from 'react';
import { useKeys } from '../../lib/browser/keys.ts';
import { rowOf } from './row-press.ts';
import type { Selection } from './use-selection.ts';

interface RowActs {
  selection: Selection | undefined;
  onEdit: ((id: string) => void) | undefined;
}

/**
 * j, k and the arrow keys move through the rows, `e` edits, `x` selects, Shift with an arrow selects on the way, Escape
 * clears the selection. The main control of a row has `data-row-main`.
 */
export function useRowKeys(list: RefObject<HTMLElement | null>, { selection, onEdit }: RowActs) {
  const find = (selector: string) => list.current?.querySelector<HTMLElement>(selector);

  function move(from: HTMLElement | null, step: 1 | -1) {
    const all = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
    const next = from ? all[all.indexOf(from) + step] : all[0];
    const main = next?.querySelector<HTMLElement>('[data-row-main]');
    main?.focus();
    return main ? next : undefined;
  }

  function extend(event: KeyboardEvent, step: 1 | -1) {
    const row = rowOf(event.target);
    const id = row?.dataset.row;
    if (!selection || !id) return false;
    const next = move(row, step)?.dataset.row;
    if (next) selection.extend(next, id);
    return true;
  }

  const toRow = (act: ((id: string) => void) | undefined) => (event: KeyboardEvent) => {
    const row = rowOf(event.target);
    const id = row?.dataset.row;
    if (!act || !id || row.dataset.left !== undefined) return false;
    act(id);
    return true;
  };

  useKeys({
    x: toRow(selection?.toggle),
    e: toRow(onEdit),
    j: (event) => move(rowOf(event.target), 1) !== undefined,
    k: (event) => move(rowOf(event.target), -1) !== undefined,
    arrowdown: (event) => {
      const row = rowOf(event.target);
      const isInSearch = event.target instanceof HTMLInputElement && list.current?.contains(event.target);
      return (row !== null || isInSearch === true) && move(row, 1) !== undefined;
    },
    arrowup: (event) => {
      const row = rowOf(event.target);
      if (!row) return false;
      if (!move(row, -1)) find('input[type=search]')?.focus();
      return true;
    },
    'shift arrowdown': (event) => extend(event, 1),
    'shift arrowup': (event) => extend(event, -1),
    escape: (event) => {
      if (selection?.isEmpty !== false) return false;
      // The row keeps the focus; the selection bar disappears.
      if (!rowOf(event.target)) find('[data-row-main]')?.focus();
      selection.clear();
      return true;
    },
  });
}
