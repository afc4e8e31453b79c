import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { exceptedMaxCount } from '../../../contract/fields/limits.ts';
import { countOf, formatNumber } from '../../lib/format/format-number.ts';
import { countQuery, type ListSource } from '../../lib/list/list-cache.ts';
import type { ListRow, Question } from '../../lib/list/list-pages.ts';
import type { ListView } from '../../lib/list/use-list.ts';
import { showToast } from '../toast/toasts.ts';

interface Selected {
  /** Everything that matches the list's URL, also rows that are not loaded, but for the `ids`. */
  isAll: boolean;
  ids: ReadonlySet<string>;
  /** The start of a range, and the rows that were selected before it. */
  range: { anchor: string; before: ReadonlySet<string> } | null;
  shown: string;
}

type Chosen = Omit<Selected, 'shown'>;

const nothing: Chosen = { isAll: false, ids: new Set(), range: null };

export interface SelectionOptions<Row extends ListRow> {
  source: ListSource<Row>;
  question: Omit<Question, 'isFromEnd'>;
  /** The search and the filters. */
  shown: string;
  noun: readonly [one: string, several: string];
}

/**
 * A changed search or filter (`shown`) clears the selection, because users must not change rows they do not see.
 * Sorting keeps it.
 */
export function useSelection<Row extends ListRow>(
  view: Pick<ListView<Row>, 'rows' | 'total' | 'gone'>,
  { source, question, shown, noun }: SelectionOptions<Row>,
) {
  const [last, setLast] = useState<Selected>({ ...nothing, shown });
  const setSelected = (chosen: Chosen) => setLast({ ...chosen, shown });
  const isOver = last.shown !== shown && !isNothing(last);
  useClearedNotice(isOver && describe(last, ...noun), () => setSelected(nothing));
  const selected = isOver ? nothing : last;
  const { isAll, ids } = selected;
  // Counted at this moment, for the number on the screen and in dialogs.
  const { data: matching } = useQuery({ ...countQuery(source, question), enabled: isAll });
  const isEmpty = isNothing(selected);
  const gone = isAll ? [] : [...ids].filter((id) => view.gone[id]);
  const here = [...ids].filter((id) => !gone.includes(id));
  const count = isAll ? matching && matching - ids.size : here.length;
  const isWhole = (count ?? 0) >= (matching ?? view.total ?? 0);
  const head: 'none' | 'some' | 'all' = isEmpty ? 'none' : isWhole ? 'all' : 'some';
  // The functions of rows stay the same, so that another search renders only the rows that it changes.
  const latest = useRef({ view, selected, setSelected });
  useLayoutEffect(() => {
    latest.current = { view, selected, setSelected };
  });
  const change = (id: string) => {
    const { selected, setSelected } = latest.current;
    const changed = new Set(selected.ids);
    if (!changed.delete(id)) changed.add(id);
    if (selected.isAll && changed.size > exceptedMaxCount) {
      const text = `At most ${formatNumber(exceptedMaxCount)} can be left out. Show fewer with a filter.`;
      return showToast({ about: 'selection', tone: 'note', text });
    }
    const range = selected.isAll ? null : { anchor: id, before: changed };
    setSelected({ isAll: selected.isAll, ids: changed, range });
  };

  return {
    isAll,
    /** The selected rows, or with `isAll` those that are not. */
    ids: here,
    /** "All that match" may match nothing any more; that is not an empty selection. */
    isEmpty,
    /** Undefined until the server has counted all that match. */
    count,
    /** Selected rows that somebody else deleted. */
    gone,
    has: (id: string) => isAll !== ids.has(id),
    toggle: change,
    /** Selects from the row that was selected last, or from the named one, to this one. */
    extend: (to: string, from?: string) => {
      const { view, selected, setSelected } = latest.current;
      if (selected.isAll) return change(to);
      const range = selected.range ?? { anchor: from ?? to, before: selected.ids };
      const rows = view.rows.map(({ id }) => id);
      const ends = [rows.indexOf(range.anchor), rows.indexOf(to)].sort((a, b) => a - b);
      const [first = 0, last = 0] = ends[0] === -1 ? [ends[1], ends[1]] : ends;
      const between = rows.slice(first, last + 1).filter((id) => !view.gone[id]);
      setSelected({ isAll: false, ids: new Set([...range.before, ...between]), range });
    },
    head,
    /** Selects the rows in view, or none. "All that match" is a second step, so that nobody takes thousands unseen. */
    toggleHead: (inView: readonly string[]) => {
      const { view, selected, setSelected } = latest.current;
      const here = inView.filter((id) => !view.gone[id]);
      setSelected(isNothing(selected) ? { ...nothing, ids: new Set(here) } : nothing);
    },
    selectAll: () => setSelected({ ...nothing, isAll: true }),
    select: (chosen: readonly string[]) => setSelected({ ...nothing, ids: new Set(chosen) }),
    clear: () => setSelected(nothing),
  };
}

export type Selection = ReturnType<typeof useSelection>;

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
