import { useEffect, useLayoutEffect, useRef } from 'react';
import { type ListBox, useRowsInView } from '../../lib/list/rows-in-view.ts';
import type { DataTableProps } from './data-table-props.ts';

export interface TableBox extends Omit<ListBox, 'count'> {
  /** Scrolls to the first row, or to the last one of a list that is read from its end. */
  scrollToStart: (scrolledPx: number) => void;
}

/**
 * The rows in view. Another search, filter or sort (`order`) begins at its start. Rows that come or go above those in
 * view do not move them: the first row in view keeps its place, except at the top, where new rows are to be seen.
 */
export function useTableRows<Row extends { id: string }>(
  { count, row, order, list }: Pick<DataTableProps<Row>, 'count' | 'row' | 'order' | 'list'>,
  { scrollToStart, ...box }: TableBox,
) {
  const { rowHeight, findScroller } = box;
  const { indexes, above, below, scrolledPx } = useRowsInView({ ...box, count });
  const last = useRef<{ order: string; index: number; id: string | undefined }>(null);
  useLayoutEffect(() => {
    const before = last.current;
    if (before && before.order !== order) scrollToStart(scrolledPx.current);
    else if (before?.id !== undefined && scrolledPx.current > 0 && row(before.index)?.id !== before.id) {
      const index = indexOf(before.id, count, row);
      const scroller = findScroller();
      if (index >= 0 && scroller) {
        scroller.scrollTop += (index - before.index) * rowHeight;
        last.current = { ...before, index };
        return;
      }
    }
    const index = Math.max(0, Math.floor(scrolledPx.current / rowHeight));
    last.current = { order, index, id: row(index)?.id };
  });
  const seen = useRef(order);
  useEffect(() => {
    // Another order is drawn once before it is scrolled to its start.
    const [first] = indexes;
    if (seen.current === order && first !== undefined) list?.see(first, indexes.at(-1) ?? first);
    seen.current = order;
  });
  return { indexes, above, below };
}

function indexOf(id: string, count: number, row: (index: number) => { id: string } | undefined): number {
  for (let index = 0; index < count; index++) if (row(index)?.id === id) return index;
  return -1;
}

/** Fades the rows of the last answer when the next one takes long. */
export function dimmed(isFormer: boolean | undefined) {
  return isFormer && 'opacity-60 transition-opacity delay-300';
}
