import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { DirectoryView } from '../../lib/directory/index.ts';
import { countOf } from '../../lib/format/format-number.ts';
import { showToast } from '../toast/toasts.ts';

interface Selected {
  /** Everything that matches the list's URL, including rows that are not loaded yet. */
  isAll: boolean;
  ids: ReadonlySet<string>;
  /** The start of a range, and the rows that were selected before it. */
  range: { anchor: string; before: ReadonlySet<string> } | null;
  shown: string;
}

export interface Selection {
  isAll: boolean;
  ids: readonly string[];
  /** "All that match" may match nothing any more; that is not an empty selection. */
  isEmpty: boolean;
  count: number;
  /** Rows of a large list are selected that were not loaded. */
  hasUnseen: boolean;
  has: (id: string) => boolean;
  toggle: (id: string) => void;
  /** Selects from the row that was selected last, or from the named one, to this one. */
  extend: (to: string, from?: string) => void;
  head: 'none' | 'some' | 'all';
  /** Selects the rows in view, or none. "All that match" is a second step, so that nobody takes thousands unseen. */
  toggleHead: (inView: readonly string[]) => void;
  selectAll: () => void;
  select: (ids: readonly string[]) => void;
  clear: () => void;
}

type Chosen = Omit<Selected, 'shown'>;

const nothing: Chosen = { isAll: false, ids: new Set(), range: null };

/**
 * A changed search or filter (`shown`) clears the selection, because users must not change rows they do not see.
 * Sorting keeps it.
 */
export function useSelection<Row extends { id: string }>(
  view: DirectoryView<Row>,
  shown: string,
  [one, several]: readonly [string, string],
): Selection {
  const [last, setLast] = useState<Selected>({ ...nothing, shown });
  const setSelected = (chosen: Chosen) => setLast({ ...chosen, shown });
  const isOver = last.shown !== shown && !isNothing(last);
  useClearedNotice(isOver && describe(last, one, several), () => setSelected(nothing));
  const selected = isOver ? nothing : last;
  const count = selected.isAll ? view.count : selected.ids.size;
  const isEmpty = isNothing(selected);
  // The functions of rows stay the same, so that another search renders only the rows that it changes.
  const latest = useRef({ view, selected, setSelected });
  useLayoutEffect(() => {
    latest.current = { view, selected, setSelected };
  });
  const rowsHere = () => {
    const { reach, row } = latest.current.view;
    return Array.from({ length: reach }, (_, index) => row(index)?.id);
  };
  const current = () => {
    const { isAll, ids } = latest.current.selected;
    return isAll ? new Set(rowsHere().filter((id) => id !== undefined)) : ids;
  };

  return {
    isAll: selected.isAll,
    ids: [...selected.ids],
    isEmpty,
    count,
    hasUnseen: selected.isAll && view.windows !== undefined && view.windows.loaded < count,
    has: (id) => selected.isAll || selected.ids.has(id),
    toggle: (id) => {
      const ids = new Set(current());
      if (!ids.delete(id)) ids.add(id);
      latest.current.setSelected({ isAll: false, ids, range: { anchor: id, before: ids } });
    },
    extend: (to, from) => {
      const { range: known, isAll } = latest.current.selected;
      const range = known && !isAll ? known : { anchor: from ?? to, before: current() };
      const rows = rowsHere();
      const ends = [rows.indexOf(range.anchor), rows.indexOf(to)].sort((a, b) => a - b);
      const [first = 0, last = 0] = ends[0] === -1 ? [ends[1], ends[1]] : ends;
      const between = rows.slice(first, last + 1).filter((id) => id !== undefined);
      const ids = new Set([...range.before, ...between]);
      latest.current.setSelected({ isAll: false, ids, range });
    },
    head: isEmpty ? 'none' : count >= view.count ? 'all' : 'some',
    toggleHead: (inView) => {
      const { selected, setSelected } = latest.current;
      setSelected(isNothing(selected) ? { ...nothing, ids: new Set(inView) } : nothing);
    },
    selectAll: () => setSelected(everything),
    select: (ids) => setSelected({ ...nothing, ids: new Set(ids) }),
    clear: () => setSelected(nothing),
  };
}

const everything: Chosen = { ...nothing, isAll: true };

function isNothing({ isAll, ids }: Chosen) {
  return !isAll && ids.size === 0;
}

function describe({ isAll, ids }: Chosen, one: string, several: string) {
  // The former number of matches is not known any more.
  if (isAll) return `The ${several} are`;
  return countOf(ids.size, `${one} is`, `${several} are`);
}

function useClearedNotice(what: string | false, clear: () => void) {
  const clearLatest = useEffectEvent(clear);
  useEffect(() => {
    if (!what) return;
    clearLatest();
    const text = `${what} no longer selected, because the search or a filter changed`;
    showToast({ about: 'selection', tone: 'note', text });
  }, [what]);
}
