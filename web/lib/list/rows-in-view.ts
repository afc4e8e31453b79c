import { useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

export interface ListBox {
  count: number;
  /** All rows have one height. */
  rowHeight: number;
  /** The element that scrolls. */
  findScroller: () => HTMLElement | null;
  /** Where the list begins in it. */
  startPx?: number;
  /** Rows that are rendered above and below those in view. */
  around: number;
  /** Rows come and go above those in view, which keep their places. */
  isFromEnd?: boolean | undefined;
}

/** The rows in view, some of which may be gone meanwhile. */
interface View {
  first: number;
  last: number;
  /** The number of rows that `first` and `last` were counted from the end of; 0 when they are counted from the top. */
  end: number;
}

/**
 * Renders of a long list only the rows in view and a few around them: their indexes, and the space of the others above
 * and below. `scrolledPx` is where the list was last seen.
 */
export function useRowsInView(box: ListBox) {
  const { count, rowHeight, findScroller, startPx = 0, isFromEnd = false } = box;
  const end = isFromEnd ? count : 0;
  const scrolledPx = useRef(0);
  const lastEnd = useRef(0);
  // No rows until the height of the box is known.
  const [view, setView] = useState<View | null>(null);

  // Before the browser paints, so that no frame lacks rows.
  useLayoutEffect(() => {
    const scroller = findScroller();
    if (!scroller) return;
    if (end !== lastEnd.current && end > 0 && lastEnd.current > 0)
      scroller.scrollTo({ top: scroller.scrollTop + (end - lastEnd.current) * rowHeight });
    lastEnd.current = end;
    let heightPx = 0;
    let seen: View | null = null;
    const look = (show: (update: () => void) => void) => {
      scrolledPx.current = scroller.scrollTop;
      const now = viewAt(scroller.scrollTop - startPx, heightPx, rowHeight, end);
      if (isSame(seen, now)) return;
      seen = now;
      show(() => setView((before) => (isSame(before, now) ? before : now)));
    };
    const measure = () => {
      heightPx = scroller.clientHeight;
      look((update) => update());
    };
    measure();
    // Otherwise React would render the rows after the frame that shows their place.
    const onScroll = () => look(flushSync);
    const sizes = new ResizeObserver(measure);
    sizes.observe(scroller);
    scroller.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      sizes.disconnect();
      scroller.removeEventListener('scroll', onScroll);
    };
  }, [findScroller, rowHeight, startPx, end]);

  const { indexes, above, below } = rowsToRender(view, end, box);
  return { indexes, scrolledPx, above: above * rowHeight, below: below * rowHeight };
}

function viewAt(topPx: number, heightPx: number, rowHeight: number, end: number): View {
  const first = Math.max(0, Math.floor(topPx / rowHeight));
  return { first, last: Math.max(first, Math.ceil((topPx + heightPx) / rowHeight) - 1), end };
}

function isSame(a: View | null, b: View): boolean {
  return a?.first === b.first && a.last === b.last && a.end === b.end;
}

function rowsToRender(view: View | null, end: number, { count, around }: ListBox) {
  if (!view || count === 0) return { indexes: [], above: 0, below: count };
  const moved = end > 0 && view.end > 0 ? end - view.end : 0;
  // The box scrolls up when the list gets shorter than where it was.
  const last = Math.min(count - 1, view.last + moved);
  const first = Math.max(0, Math.min(view.first + moved, last - (view.last - view.first)) - around);
  const length = Math.min(count - 1, last + around) - first + 1;
  return {
    indexes: Array.from({ length }, (_, index) => first + index),
    above: first,
    below: count - first - length,
  };
}

/** Scrolls as little as needed for the whole row to be in view. */
export function scrollToRow(scroller: HTMLElement, index: number, rowHeight: number): void {
  const { scrollTop, clientHeight } = scroller;
  const least = (index + 1) * rowHeight - clientHeight;
  const top = Math.min(index * rowHeight, Math.max(scrollTop, least));
  if (top !== scrollTop) scroller.scrollTo({ top });
}
