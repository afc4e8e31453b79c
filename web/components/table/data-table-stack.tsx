import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { usePrinting } from '../../lib/browser/use-printing.ts';
import type { DataTableProps } from './data-table-props.ts';
import { useMark } from './marked-row.ts';
import { rowsToPrint } from './print-rows.ts';

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
  const isPrinting = usePrinting();
  const items = virtualizer.getVirtualItems();

  return (
    <ul
      ref={list}
      aria-label={label}
      style={
        isPrinting
          ? undefined
          : { height: virtualizer.getTotalSize(), paddingTop: (items[0]?.start ?? top) - top }
      }
    >
      {(isPrinting ? rowsToPrint(count) : items).map(({ index }) => {
        const value = row(index);
        return (
          <StackedRow
            key={value?.id ?? index}
            id={value?.id}
            place={index + 1}
            count={count}
            height={stackedHeight}
          >
            {value && stacked(value)}
          </StackedRow>
        );
      })}
    </ul>
  );
}

interface StackedRowProps {
  /** Absent while the row is not here yet. */
  id: string | undefined;
  place: number;
  count: number;
  height: number;
  children: ReactNode;
}

function StackedRow({ id, place, count, height, children }: StackedRowProps) {
  const mark = useMark(id);
  return (
    <li
      data-row
      aria-setsize={count}
      aria-posinset={place}
      aria-busy={id === undefined || undefined}
      {...mark}
      className="relative overflow-hidden border-b border-line px-4 has-data-popup-open:bg-row-hover has-[[data-row-main]:active]:bg-line has-[[data-row-main]:focus-visible]:shadow-[inset_3px_0_var(--amber-mark)] data-marked:animate-mark"
      style={{ height }}
    >
      {id === undefined ? <span className="mt-5 block h-2.5 w-2/3 rounded-full bg-line" /> : children}
    </li>
  );
}

function pageOf(list: HTMLElement | null): HTMLElement | null {
  return list?.closest('main') ?? null;
}
