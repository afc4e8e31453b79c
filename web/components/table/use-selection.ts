import { useEffect, useState } from 'react';
import type { DirectoryView } from '../../lib/directory/index.ts';
import { formatNumber } from '../../lib/format/format-number.ts';
import { showToast } from '../toast/toasts.ts';

interface Selected {
  /** Everything that matches the list's address, also what is not here yet. */
  isAll: boolean;
  ids: ReadonlySet<string>;
  /** Where a range starts, and what was selected before it. */
  range: { anchor: string; before: ReadonlySet<string> } | null;
}

/** The rows of a list that somebody chose, to do one thing to all of them. */
export interface Selection {
  isAll: boolean;
  ids: readonly string[];
  /** Of all that match there may be none any more: that is no empty selection. */
  isEmpty: boolean;
  count: number;
  has: (id: string) => boolean;
  toggle: (id: string) => void;
  /** Selects from the row that was chosen last, or from the one that is named, to this one. */
  extend: (to: string, from?: string) => void;
  /** Whether the box in the head is ticked, and what pressing it does. */
  head: 'none' | 'some' | 'all';
  toggleHead: () => void;
  selectAll: () => void;
  select: (ids: readonly string[]) => void;
  clear: () => void;
}

const nothing: Selected = { isAll: false, ids: new Set(), range: null };

/**
 * A selection goes when the search or a filter changes (`shown`): nobody should change rows that they do not see. A toast says
 * so. It stays when the order changes.
 */
export function useSelection<Row extends { id: string }>(
  view: DirectoryView<Row>,
  shown: string,
  [one, several]: readonly [string, string],
): Selection {
  const [selected, setSelected] = useState(nothing);
  const count = selected.isAll ? view.count : selected.ids.size;
  const isEmpty = !selected.isAll && selected.ids.size === 0;
  // How many matched before is not known any more.
  const what = selected.isAll
    ? `The ${several} are`
    : `${formatNumber(count)} ${count === 1 ? `${one} is` : `${several} are`}`;
  useClearedNotice(shown, !isEmpty && what, () => setSelected(nothing));
  const rowsHere = () => Array.from({ length: view.count }, (_, index) => view.row(index)?.id);
  const idsHere = () => rowsHere().filter((id) => id !== undefined);
  const current = () => (selected.isAll ? new Set(idsHere()) : selected.ids);

  return {
    isAll: selected.isAll,
    ids: [...selected.ids],
    isEmpty,
    count,
    has: (id) => selected.isAll || selected.ids.has(id),
    toggle: (id) => {
      const ids = new Set(current());
      if (!ids.delete(id)) ids.add(id);
      setSelected({ isAll: false, ids, range: { anchor: id, before: ids } });
    },
    extend: (to, from) => {
      const isNew = !selected.range || selected.isAll;
      const range = isNew ? { anchor: from ?? to, before: current() } : selected.range;
      if (!range) return;
      const rows = rowsHere();
      const ends = [rows.indexOf(range.anchor), rows.indexOf(to)].sort((a, b) => a - b);
      const [first = 0, last = 0] = ends[0] === -1 ? [ends[1], ends[1]] : ends;
      const between = rows.slice(first, last + 1).filter((id) => id !== undefined);
      setSelected({ isAll: false, ids: new Set([...range.before, ...between]), range });
    },
    head: isEmpty ? 'none' : count >= view.count ? 'all' : 'some',
    toggleHead: () => {
      if (!isEmpty) return setSelected(nothing);
      const ids = idsHere();
      setSelected(ids.length === view.count && view.isExact ? everything : { ...nothing, ids: new Set(ids) });
    },
    selectAll: () => setSelected(everything),
    select: (ids) => setSelected({ ...nothing, ids: new Set(ids) }),
    clear: () => setSelected(nothing),
  };
}

const everything: Selected = { ...nothing, isAll: true };

function useClearedNotice(shown: string, what: string | false, clear: () => void) {
  const [last, setLast] = useState<{ shown: string; cleared: string | false }>({ shown, cleared: false });
  // During the render, so that no frame shows the rows of the new filter as selected.
  if (last.shown !== shown) {
    setLast({ shown, cleared: what });
    clear();
  }
  useEffect(() => {
    if (!last.cleared) return;
    const text = `${last.cleared} no longer selected, because the search or a filter changed`;
    showToast({ about: 'selection', tone: 'note', text });
  }, [last]);
}
