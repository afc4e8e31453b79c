import { type CSSProperties, memo, type RefObject, useEffect, useRef } from 'react';
import type { Sort } from '../../../contract/lists/list-filters.ts';
import { classes } from '../../lib/browser/classes.ts';
import { nextSort } from '../../lib/list/list-url.ts';
import { leftProps } from '../display/left-row.tsx';
import type { Column, DataTableProps } from './data-table-props.ts';
import { useMark } from './marked-row.ts';
import { SelectBox, SelectHead } from './select-box.tsx';
import { SortButton, type SortState } from './sort-button.tsx';
import type { Selection } from './use-selection.ts';
import { dimmed, useTableRows } from './use-table-rows.ts';

const headerHeight = 36;
const rowHeight = 60;
const compactRowHeight = 40;
const selectWidth = 42;

export function DataTableGrid<Row extends { id: string }>(props: DataTableProps<Row>) {
  const { label, columns, minWidth, count, row, after, selecting, list, isFormer, whyGone } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const height = props.isCompact ? compactRowHeight : rowHeight;
  const { indexes, above, below } = useTableRows(props, {
    ...{ rowHeight: height, around: 2 },
    findScroller: () => scroller.current,
    scrollToStart: (scrolledPx) => {
      const top = list?.isFromEnd ? count * height : 0;
      // Measuring the box, or setting its scroll position, would lay out the page at every key press.
      if (top !== 0 || scrolledPx > 0) scroller.current?.scrollTo({ top });
    },
  });
  useClippedMark(scroller);
  const total = list?.total ?? count;

  return (
    // A row that gets the focus by Tab scrolls to below the header.
    <div
      ref={scroller}
      data-rows
      className="group/scroller min-h-0 scroll-pt-9 overflow-auto overscroll-contain print:hidden"
    >
      <table
        aria-label={label}
        aria-rowcount={total + 1}
        aria-busy={isFormer || undefined}
        data-compact={props.isCompact || undefined}
        data-selecting={(selecting && !selecting.selection.isEmpty) || undefined}
        className={classes(
          'group/rows w-full table-fixed border-separate border-spacing-0',
          dimmed(isFormer),
        )}
        style={{ minWidth: selecting ? minWidth + selectWidth : minWidth, ...heightOfRows(height) }}
      >
        <TableHead
          {...{ label, columns, sort: props.sort, onSort: props.onSort }}
          head={selecting?.selection.head}
          toggleHead={selecting?.selection.toggleHead}
        />
        {/* One body with a fixed start: a body that starts further down counts as a layout shift. */}
        <tbody>
          <Gap height={above} />
          {indexes.map((index) => {
            const value = row(index);
            return (
              <TableRow
                key={value?.id ?? index}
                index={(list?.first ?? 0) + index}
                columns={columns}
                row={value}
                gone={value && whyGone?.(value.id)}
                isSelected={value !== undefined && selecting?.selection.has(value.id)}
                nameOf={selecting?.nameOf}
                toggle={selecting?.selection.toggle}
                extend={selecting?.selection.extend}
              />
            );
          })}
          <Gap height={below} />
        </tbody>
      </table>
      {/* Always there, because an element that comes and goes lays out and styles the whole table again. */}
      <p hidden={!after} className="sticky left-0 px-5 py-3.5 text-ink-soft">
        {after}
      </p>
    </div>
  );
}

/** On one element: cells with the same classes and no style of their own share their computed style. */
const heightOfRows = (px: number) => ({ '--row-height': `${px}px` }) as CSSProperties;

/** The last column when it has buttons: it stays visible while the others scroll sideways. */
const actions = 'actions';
/** Its shadow, while other columns are behind it. */
const atRightEdge =
  'sticky right-0 text-right! group-data-clipped/scroller:shadow-[-12px_0_10px_-10px_var(--edge-shadow)]';

/** Marks the scroller while columns are hidden at its right. */
function useClippedMark(scroller: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const mark = () =>
      box.toggleAttribute('data-clipped', box.scrollLeft + box.clientWidth < box.scrollWidth - 1);
    mark();
    const sizes = new ResizeObserver(mark);
    sizes.observe(box);
    box.addEventListener('scroll', mark, { passive: true });
    return () => {
      sizes.disconnect();
      box.removeEventListener('scroll', mark);
    };
  }, [scroller]);
}

function stateOf(sort: Sort<string> | null, field: string): SortState {
  if (sort?.field !== field) return 'none';
  return sort.isDescending ? 'descending' : 'ascending';
}

interface HeadProps<Row> extends Pick<DataTableProps<Row>, 'label' | 'columns' | 'sort' | 'onSort'> {
  head: Selection['head'] | undefined;
  toggleHead: Selection['toggleHead'] | undefined;
}

/** Like the rows, it renders only when something in it changes: most keys in the search change a few rows. */
const TableHead = memo(Head) as typeof Head;

function Head<Row>({ label, columns, sort, onSort, head, toggleHead }: HeadProps<Row>) {
  return (
    <>
      <colgroup>
        {toggleHead && <col style={{ width: selectWidth }} />}
        {columns.map(({ id, width, className }) => (
          <col key={id} className={className} style={{ width }} />
        ))}
      </colgroup>
      <thead className="sticky top-0 z-2">
        <tr aria-rowindex={1} style={{ height: headerHeight }}>
          {head && toggleHead && (
            // Not a heading, because it has no text.
            <td className="border-b border-line bg-surface-raised p-0">
              <SelectHead label={label} head={head} toggleHead={toggleHead} />
            </td>
          )}
          {columns.map(({ id, header, className, sort: field }) => (
            <th
              key={id}
              scope="col"
              aria-sort={field ? stateOf(sort, field) : undefined}
              className={classes(
                'border-b border-line bg-surface-raised pr-3 text-left text-badge font-semibold text-ink-soft first:pl-5',
                id === actions && atRightEdge,
                className,
              )}
            >
              {field ? (
                <SortButton
                  label={header}
                  state={stateOf(sort, field)}
                  onPress={() => onSort(nextSort(sort, field))}
                />
              ) : (
                header
              )}
            </th>
          ))}
        </tr>
      </thead>
    </>
  );
}

interface TableRowProps<Row> {
  index: number;
  columns: readonly Column<Row>[];
  row: Row | undefined;
  /** Why it is empty in its place. */
  gone: string | undefined;
  isSelected: boolean | undefined;
  nameOf: ((row: Row) => string) | undefined;
  toggle: Selection['toggle'] | undefined;
  extend: Selection['extend'] | undefined;
}

const TableRow = memo(Row) as typeof Row;

function Row<Data extends { id: string }>(props: TableRowProps<Data>) {
  const { index, columns, row, gone, isSelected, nameOf, toggle, extend } = props;
  const mark = useMark(row?.id);
  return (
    <tr
      data-row={row?.id}
      data-selected={isSelected || undefined}
      aria-rowindex={index + 2}
      aria-busy={row === undefined || undefined}
      {...leftProps(gone)}
      {...mark}
      className="group/row relative bg-surface hover:bg-row-hover data-selected:bg-row-selected has-data-popup-open:bg-row-hover has-[[data-row-main]:active]:bg-line has-[[data-row-main]:focus-visible]:bg-row-hover data-marked:animate-mark"
    >
      {nameOf && toggle && extend && (
        <td className="h-(--row-height) border-b border-line bg-inherit p-0">
          {row && gone === undefined && (
            <SelectBox
              id={row.id}
              name={nameOf(row)}
              isSelected={isSelected ?? false}
              toggle={toggle}
              extend={extend}
              className="h-full w-full"
            />
          )}
        </td>
      )}
      {columns.map(({ id, cell, className }, place) => (
        <td
          key={id}
          className={classes(
            'h-(--row-height) overflow-hidden border-b border-line bg-inherit p-0 pr-3 align-middle first:pl-5',
            id === actions && atRightEdge,
            className,
          )}
        >
          {gone !== undefined ? (
            place === 0 && <span className="relative whitespace-nowrap text-ink-faint">{gone}</span>
          ) : row === undefined ? (
            <span className="block h-2.5 w-2/3 rounded-full bg-line" />
          ) : (
            cell(row)
          )}
        </td>
      ))}
    </tr>
  );
}

/** Takes the space of the rows that are not rendered. It is hidden from assistive technology, and may move. */
function Gap({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tr className="invisible">
      <td className="p-0" style={{ height }} />
    </tr>
  );
}
