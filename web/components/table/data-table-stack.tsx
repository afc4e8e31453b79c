import { useVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState } from 'react';
import type { DataTableProps } from './data-table-props.ts';

/** The list of a phone: one block a row, scrolled with the page, which is the shell's `main`. */
export function DataTableStack<Row extends { id: string }>({
  label,
  count,
  row,
  stacked,
  stackedHeight,
}: DataTableProps<Row>) {
  // `useVirtualizer` changes in place, so the React Compiler must not memoize this component. It measures every row
  // again when it is given another function for keys, so it gets none: the keys below are for React.
  'use no memo';
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  // Elements above the list come and go, so its position is read after each render.
  useLayoutEffect(() => {
    const page = pageOf(list.current);
    if (!list.current || !page) return;
    setTop(list.current.getBoundingClientRect().top - page.getBoundingClientRect().top + page.scrollTop);
  });
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => pageOf(list.current),
    estimateSize: () => stackedHeight,
    scrollMargin: top,
    overscan: 6,
  });
  const items = virtualizer.getVirtualItems();

  return (
    <ul
      ref={list}
      aria-label={label}
      style={{ height: virtualizer.getTotalSize(), paddingTop: (items[0]?.start ?? top) - top }}
    >
      {items.map(({ index }) => {
        const value = row(index);
        return (
          <li
            key={value?.id ?? index}
            aria-setsize={count}
            aria-posinset={index + 1}
            aria-busy={value === undefined || undefined}
            className="overflow-hidden border-b border-line px-4 has-data-popup-open:bg-surface-raised"
            style={{ height: stackedHeight }}
          >
            {value === undefined ? (
              <span className="mt-5 block h-2.5 w-2/3 rounded-full bg-line" />
            ) : (
              stacked(value)
            )}
          </li>
        );
      })}
    </ul>
  );
}

function pageOf(list: HTMLElement | null): HTMLElement | null {
  return list?.closest('main') ?? null;
}
