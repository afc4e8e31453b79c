import { useMediaQuery } from '../../lib/browser/use-media-query.ts';
import { usePrinting } from '../../lib/browser/use-printing.ts';
import { DataTableGrid } from './data-table-grid.tsx';
import type { DataTableProps } from './data-table-props.ts';
import { DataTableStack } from './data-table-stack.tsx';
import { PrintedTable } from './print/printed-table.tsx';

/**
 * Any number of rows, of which only the visible ones are rendered: a table, or a list on a phone. Printed, it is a
 * table of text.
 */
export function DataTable<Row extends { id: string }>(props: DataTableProps<Row>) {
  const isPhone = useMediaQuery('(width < 40rem)');
  const isPrinting = usePrinting();
  return (
    <>
      {isPhone ? (
        <DataTableStack {...props} />
      ) : (
        // A new table for another row height, because the virtual one remembers the position of each row.
        <DataTableGrid key={String(props.isCompact)} {...props} />
      )}
      {/* The others are only hidden on paper, so that they keep their scroll position. */}
      {isPrinting && <PrintedTable {...props} />}
    </>
  );
}
