import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { classes } from '../../lib/browser/classes.ts';
import { useLongPress } from '../../lib/browser/use-long-press.ts';
import { useMediaQuery } from '../../lib/browser/use-media-query.ts';
import { useStore } from '../../lib/store.ts';
import { leftProps } from '../display/left-row.tsx';
import type { DataTableProps, Selecting } from './data-table-props.ts';
import { useMark } from './marked-row.ts';
import { choosing, SelectBox } from './select-box.tsx';
import { dimmed, useTableRows } from './use-table-rows.ts';

export function DataTableStack<Row extends { id: string }>(props: DataTableProps<Row>) {
  const {
    label,
    count,
    row,
    stacked,
    stackedHeight,
    after,
    selecting,
    list: pages,
    isFormer,
    whyGone,
  } = props;
  const list = useRef<HTMLUListElement>(null);
  const [startPx, setStart] = useState(0);
  const isLow = useMediaQuery(lowWindow);
  const findPage = () => pageOf(list.current, isLow);
  // Elements above the list appear and disappear, so its position is read after each render.
  useLayoutEffect(() => {
    const page = findPage();
    if (!list.current || !page) return;
    setStart(list.current.getBoundingClientRect().top - page.getBoundingClientRect().top + page.scrollTop);
  });
  const { indexes, above } = useTableRows(props, {
    ...{ rowHeight: stackedHeight, startPx, around: 6 },
    findScroller: findPage,
    scrollToStart: () => {
      const page = findPage();
      if (page && pages?.isFromEnd) page.scrollTop = page.scrollHeight;
      else if (page && list.current) scrollBelowSearch(list.current, page);
    },
  });
  const hasBoxes = useBoxes(selecting);
  const total = pages?.total ?? count;

  return (
    <>
      <ul
        ref={list}
        data-rows
        aria-label={label}
        data-selecting={(selecting && !selecting.selection.isEmpty) || undefined}
        aria-busy={isFormer || undefined}
        className={classes('group/rows print:hidden', dimmed(isFormer))}
        style={{ height: count * stackedHeight, paddingTop: above }}
      >
        {indexes.map((index) => {
          const value = row(index);
          return (
            <StackedRow
              key={value?.id ?? index}
              row={value}
              place={(pages?.first ?? 0) + index + 1}
              count={total}
              height={stackedHeight}
              selecting={selecting}
              hasBox={hasBoxes}
              gone={value && whyGone?.(value.id)}
            >
              {value && stacked(value)}
            </StackedRow>
          );
        })}
      </ul>
      {after && <p className="px-4 py-3.5 text-ink-soft print:hidden">{after}</p>}
    </>
  );
}

/** Boxes appear with the first selected row, which a long press selects, or after 'Select' in the menu of the list. */
function useBoxes(selecting: Selecting<never> | undefined) {
  const isChoosing = useStore(choosing);
  const hasSelected = selecting?.selection.isEmpty === false;
  // They disappear with the last selected row, and with the page.
  useEffect(() => {
    if (hasSelected) return () => choosing.set(false);
  }, [hasSelected]);
  return isChoosing || hasSelected;
}

/** Scrolls the first row to just below the sticky search box. */
function scrollBelowSearch(list: HTMLElement, page: HTMLElement) {
  const above = page.getBoundingClientRect().top - list.getBoundingClientRect().top;
  const padding = Number.parseFloat(getComputedStyle(page).scrollPaddingTop) || 0;
  if (above + padding > 0) page.scrollTop -= above + padding;
}

interface StackedRowProps<Row> {
  row: Row | undefined;
  place: number;
  count: number;
  height: number;
  selecting: Selecting<Row> | undefined;
  hasBox: boolean;
  gone: string | undefined;
  children: ReactNode;
}

function StackedRow<Row extends { id: string }>({
  row,
  place,
  count,
  height,
  selecting,
  hasBox,
  gone,
  children,
}: StackedRowProps<Row>) {
  const mark = useMark(row?.id);
  const isHere = row && gone === undefined;
  const longPress = useLongPress(isHere && selecting ? () => selecting.selection.toggle(row.id) : undefined);
  return (
    <li
      {...longPress}
      data-row={row?.id}
      data-selected={(row && selecting?.selection.has(row.id)) || undefined}
      aria-setsize={count}
      aria-posinset={place}
      aria-busy={row === undefined || undefined}
      {...leftProps(gone)}
      {...mark}
      className="group/row relative overflow-hidden border-b border-line px-4 data-selected:bg-row-selected has-data-popup-open:bg-row-hover has-[[data-row-main]:active]:bg-line has-[[data-row-main]:focus-visible]:shadow-[inset_3px_0_var(--amber-mark)] data-marked:animate-mark"
      style={{ height }}
    >
      {gone !== undefined ? (
        <p className="flex h-full items-center text-ink-faint">{gone}</p>
      ) : row === undefined ? (
        <span className="mt-5 block h-2.5 w-2/3 rounded-full bg-line" />
      ) : (
        <div className="flex h-full">
          {selecting && hasBox && (
            <SelectBox
              id={row.id}
              name={selecting.nameOf(row)}
              isSelected={selecting.selection.has(row.id)}
              toggle={selecting.selection.toggle}
              extend={selecting.selection.extend}
              className="-ml-4 w-11 shrink-0"
            />
          )}
          {/* The same element with and without a box, so that a row keeps its focus. */}
          <div className="min-w-0 flex-1">{children}</div>
        </div>
      )}
    </li>
  );
}

/** In a low window the bars scroll with the page (`Shell`). */
const lowWindow = '(height < 30rem)';

function pageOf(list: HTMLElement | null, isLow: boolean): HTMLElement | null {
  const main = list?.closest('main') ?? null;
  return main && isLow ? main.parentElement : main;
}
