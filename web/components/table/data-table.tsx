import { Suspense } from 'react';
import { useMediaQuery } from '../../lib/browser/use-media-query.ts';
import { usePrinting } from '../../lib/browser/use-printing.ts';
import { lazyOnPhone, lazyPart, phoneWidth } from '../loading/lazy-part.tsx';
import { DataTableGrid } from './data-table-grid.tsx';
import type { DataTableProps } from './data-table-props.ts';
import type { PrintedTableProps } from './print/printed-table.tsx';

const DataTableStack = lazyOnPhone<DataTableProps<never>>(
  async () => (await import('./data-table-stack.tsx')).DataTableStack,
);

/** Loaded with the rest of the page: the browser prints what is there when its dialog opens. */
const PrintedTable = lazyPart<PrintedTableProps<never>>(
  async () => (await import('./print/printed-table.tsx')).PrintedTable,
  { ahead: 'idle' },
);

/**
 * Any number of rows, of which only the visible ones are rendered: a table, or a list on a phone. Printed, it is a
 * table of text.
 */
export function DataTable<Row extends { id: string }>(props: DataTableProps<Row>) {
  const isPhone = useMediaQuery(phoneWidth);
  const isPrinting = usePrinting();
  return (
    <>
      {isPhone ? (
        <Suspense>
          <DataTableStack {...(props as unknown as DataTableProps<never>)} />
        </Suspense>
      ) : (
        // A new table for another row height, because the virtual one remembers the position of each row.
        <DataTableGrid key={String(props.isCompact)} {...props} />
      )}
      {/* The others are only hidden on paper, so that they keep their scroll position. */}
      <Suspense>
        {isPrinting && <PrintedTable {...(props as unknown as PrintedTableProps<never>)} />}
      </Suspense>
    </>
  );
}
