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
}

/** The rows in view, some of which may be gone meanwhile. */
interface View {
  first: number;
  last: number;
}

/**
 * Renders of a long list only the rows in view and a few around them: their indexes, and the space of the others above
 * and below. `scrolledPx` is where the list was last seen.
 */
export function useRowsInView(box: ListBox) {
  const { rowHeight, findScroller, startPx = 0 } = box;
  const scrolledPx = useRef(0);
  // No rows until the height of the box is known.
  const [view, setView] = useState<View | null>(null);

  // Before the browser paints, so that no frame lacks rows.
  useLayoutEffect(() => {
    const scroller = findScroller();
    if (!scroller) return;
    let heightPx = 0;
    let seen: View | null = null;
    const look = (show: (update: () => void) => void) => {
      scrolledPx.current = scroller.scrollTop;
      const now = viewAt(scroller.scrollTop - startPx, heightPx, rowHeight);
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
  }, [findScroller, rowHeight, startPx]);

  const { indexes, above, below } = rowsToRender(view, box);
  return { indexes, scrolledPx, above: above * rowHeight, below: below * rowHeight };
}

function viewAt(topPx: number, heightPx: number, rowHeight: number): View {
  const first = Math.max(0, Math.floor(topPx / rowHeight));
  return { first, last: Math.max(first, Math.ceil((topPx + heightPx) / rowHeight) - 1) };
}

function isSame(a: View | null, b: View): boolean {
  return a?.first === b.first && a.last === b.last;
}

function rowsToRender(view: View | null, { count, around }: ListBox) {
  if (!view || count === 0) return { indexes: [], above: 0, below: count };
  // The box scrolls up when the list gets shorter than where it was.
  const last = Math.min(count - 1, view.last);
  const first = Math.max(0, Math.min(view.first, last - (view.last - view.first)) - around);
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
