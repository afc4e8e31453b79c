import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { classes } from '../../lib/browser/classes.ts';
import { useLongPress } from '../../lib/browser/use-long-press.ts';
import { useMediaQuery } from '../../lib/browser/use-media-query.ts';
import { useRowsInView } from '../../lib/list/rows-in-view.ts';
import { LeftNote, leftProps } from '../display/left-row.tsx';
import { setChoosing, useChoosing } from './choosing.ts';
import type { DataTableProps, Selecting } from './data-table-props.ts';
import { useMark } from './marked-row.ts';
import { useShownRows } from './row-slots.ts';
import { SelectBox } from './select-box.tsx';
import { dimmed, useSeen } from './table-windows.ts';

export function DataTableStack<Row extends { id: string }>({
  label,
  count,
  row,
  stacked,
  stackedHeight,
  order,
  after,
  selecting,
  windows,
  isStale,
  turn = 0,
  whyLeft,
}: DataTableProps<Row>) {
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
  const { indexes, above } = useRowsInView({
    ...{ count, rowHeight: stackedHeight, startPx, around: 6, isFromEnd: windows?.isFromEnd },
    findScroller: findPage,
  });
  useStartAt(windows?.isFromEnd ? 'end' : 'top', { list, findPage }, order);
  const hasBoxes = useBoxes(selecting);
  useSeen(windows, indexes, order);
  const total = windows?.total ?? count;
  const shown = useShownRows(indexes, row, `${order} ${turn}`);

  return (
    <>
      <ul
        ref={list}
        data-rows
        aria-label={label}
        data-selecting={(selecting && !selecting.selection.isEmpty) || undefined}
        aria-busy={isStale || undefined}
        className={classes('group/rows print:hidden', dimmed(isStale))}
        style={{ height: count * stackedHeight, paddingTop: above }}
      >
        {shown.map(({ index, value, slot }) => (
          <StackedRow
            key={slot}
            row={value}
            place={(windows?.first ?? 0) + index + 1}
            count={total}
            height={stackedHeight}
            selecting={selecting}
            hasBox={hasBoxes}
            left={value && whyLeft?.(value.id)}
          >
            {value && stacked(value)}
          </StackedRow>
        ))}
      </ul>
      {after && <p className="px-4 py-3.5 text-ink-soft print:hidden">{after}</p>}
    </>
  );
}

/** Boxes appear with the first selected row, which a long press selects, or after 'Select' in the menu of the list. */
function useBoxes(selecting: Selecting<never> | undefined) {
  const isChoosing = useChoosing();
  const hasSelected = selecting?.selection.isEmpty === false;
  // They disappear with the last selected row, and with the list.
  useEffect(() => {
    if (hasSelected) return () => setChoosing(false);
  }, [hasSelected]);
  useEffect(() => () => setChoosing(false), []);
  return isChoosing || hasSelected;
}

/** After a new search, filter or sort, scrolls the first row to just below the sticky search box. */
function useStartAt(
  where: 'top' | 'end',
  { list, findPage }: { list: RefObject<HTMLElement | null>; findPage: () => HTMLElement | null },
  order: string,
) {
  const shown = useRef(order);
  useLayoutEffect(() => {
    if (shown.current === order) return;
    shown.current = order;
    const page = findPage();
    if (!list.current || !page) return;
    if (where === 'end') {
      page.scrollTop = page.scrollHeight;
      return;
    }
    const above = page.getBoundingClientRect().top - list.current.getBoundingClientRect().top;
    const padding = Number.parseFloat(getComputedStyle(page).scrollPaddingTop) || 0;
    if (above + padding > 0) page.scrollTop -= above + padding;
  }, [where, list, findPage, order]);
}

interface StackedRowProps<Row> {
  row: Row | undefined;
  place: number;
  count: number;
  height: number;
  selecting: Selecting<Row> | undefined;
  hasBox: boolean;
  left: string | undefined;
  children: ReactNode;
}

function StackedRow<Row extends { id: string }>({
  row,
  place,
  count,
  height,
  selecting,
  hasBox,
  left,
  children,
}: StackedRowProps<Row>) {
  const mark = useMark(row?.id);
  const longPress = useLongPress(row && selecting && (() => selecting.selection.toggle(row.id)));
  return (
    <li
      {...longPress}
      data-row={row?.id}
      data-selected={(row && selecting?.selection.has(row.id)) || undefined}
      aria-setsize={count}
      aria-posinset={place}
      aria-busy={row === undefined || undefined}
      {...leftProps(left)}
      {...mark}
      className="group/row relative overflow-hidden border-b border-line px-4 data-selected:bg-row-selected has-data-popup-open:bg-row-hover has-[[data-row-main]:active]:bg-line has-[[data-row-main]:focus-visible]:shadow-[inset_3px_0_var(--amber-mark)] data-marked:animate-mark"
      style={{ height }}
    >
      {row === undefined ? (
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
              className="-ml-4 w-11 shrink-0 in-data-left:opacity-45"
            />
          )}
          {/* The same element with and without a box, so that a row keeps its focus. */}
          <div className="min-w-0 flex-1 in-data-left:opacity-45">{children}</div>
          {left && <LeftNote why={left} />}
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
