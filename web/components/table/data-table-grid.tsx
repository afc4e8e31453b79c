import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { usePrinting } from '../../lib/browser/use-printing.ts';
import type { Column, DataTableProps } from './data-table-props.ts';
import { useMark } from './marked-row.ts';
import { rowsToPrint } from './print-rows.ts';

const headerHeight = 36;
const rowHeight = 60;

/** The table: a header that stays and two-line rows, scrolled inside the card. */
export function DataTableGrid<Row extends { id: string }>({
  label,
  columns,
  minWidth,
  count,
  row,
}: DataTableProps<Row>) {
  // `useVirtualizer` changes in place, so the React Compiler must not memoize this component. It measures every row
  // again when it is given another function for keys, so it gets none: the keys below are for React.
  'use no memo';
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 2,
  });
  const isPrinting = usePrinting();
  const items = virtualizer.getVirtualItems();
  const above = isPrinting ? 0 : (items[0]?.start ?? 0);
  const below = isPrinting ? 0 : virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);

  return (
    // A row that is reached with Tab stops below the header.
    <div
      ref={scroller}
      className="min-h-0 flex-1 scroll-pt-9 overflow-auto overscroll-contain print:overflow-visible"
    >
      <table
        aria-label={label}
        aria-rowcount={count + 1}
        className="w-full table-fixed border-separate border-spacing-0"
        style={{ minWidth }}
      >
        <colgroup>
          {columns.map(({ header, width }) => (
            <col key={header} style={{ width }} />
          ))}
        </colgroup>
        <thead className="sticky top-0 z-1 print:static">
          <tr aria-rowindex={1} style={{ height: headerHeight }}>
            {columns.map(({ header }) => (
              <th
                key={header}
                scope="col"
                className="border-b border-line bg-surface-raised pr-3 text-left text-badge font-semibold text-ink-soft first:pl-5 last:sticky last:right-0 last:pr-5 last:text-right"
              >
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <Gap height={above} columns={columns.length} />
        <tbody>
          {(isPrinting ? rowsToPrint(count) : items).map(({ index }) => {
            const value = row(index);
            return <TableRow key={value?.id ?? index} index={index} columns={columns} row={value} />;
          })}
        </tbody>
        <Gap height={below} columns={columns.length} />
      </table>
    </div>
  );
}

interface TableRowProps<Row> {
  index: number;
  columns: readonly Column<Row>[];
  row: Row | undefined;
}

function TableRow<Row extends { id: string }>({ index, columns, row }: TableRowProps<Row>) {
  const mark = useMark(row?.id);
  return (
    <tr
      data-row
      aria-rowindex={index + 2}
      aria-busy={row === undefined || undefined}
      {...mark}
      className="relative bg-surface hover:bg-row-hover has-data-popup-open:bg-row-hover has-[[data-row-main]:active]:bg-line has-[[data-row-main]:focus-visible]:bg-row-hover has-[[data-row-main]:focus-visible]:*:first:shadow-[inset_3px_0_var(--amber-mark)] data-marked:animate-mark"
    >
      {columns.map(({ header, cell }) => (
        // The last column holds the actions: it stays in sight when the others scroll sideways.
        <td
          key={header}
          className="overflow-hidden border-b border-line bg-inherit p-0 pr-3 align-middle first:pl-5 last:sticky last:right-0 last:text-right"
          style={{ height: rowHeight }}
        >
          {row === undefined ? <span className="block h-2.5 w-2/3 rounded-full bg-line" /> : cell(row)}
        </td>
      ))}
    </tr>
  );
}

/** Holds the place of the rows that are out of sight. */
function Gap({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null;
  return (
    <tbody aria-hidden="true">
      <tr>
        <td colSpan={columns} className="p-0" style={{ height }} />
      </tr>
    </tbody>
  );
}
