import { type RefObject, useLayoutEffect, useRef } from 'react';

interface Place {
  id: string;
  index: number;
  order: string;
}

export interface StillPlaceOptions<Row> {
  order: string;
  rowHeight: number;
  count: number;
  row: (index: number) => Row | undefined;
  /** How far the first row is scrolled out of view. */
  scrolledPx: RefObject<number>;
  findScroller: () => HTMLElement | null;
}

/**
 * Rows that come or go above those in view do not move them: the first row in view keeps its place, except at the top,
 * where new rows are to be seen.
 */
export function useStillPlace<Row extends { id: string }>({
  order,
  rowHeight,
  count,
  row,
  scrolledPx,
  findScroller,
}: StillPlaceOptions<Row>) {
  const last = useRef<Place | null>(null);
  useLayoutEffect(() => {
    const before = last.current;
    if (before?.order === order && scrolledPx.current > 0 && row(before.index)?.id !== before.id) {
      const index = indexOf(before.id, count, row);
      const scroller = findScroller();
      if (index >= 0 && scroller) {
        scroller.scrollTop += (index - before.index) * rowHeight;
        last.current = { ...before, index };
        return;
      }
    }
    const index = Math.max(0, Math.floor(scrolledPx.current / rowHeight));
    const id = row(index)?.id;
    last.current = id === undefined ? null : { id, index, order };
  });
}

function indexOf(id: string, count: number, row: (index: number) => { id: string } | undefined): number {
  for (let index = 0; index < count; index++) if (row(index)?.id === id) return index;
  return -1;
}
