import { useMediaQuery } from '../../lib/browser/use-media-query.ts';
import { usePrinting } from '../../lib/browser/use-printing.ts';
import { DataTableGrid } from './data-table-grid.tsx';
import type { DataTableProps } from './data-table-props.ts';
import { DataTableStack } from './data-table-stack.tsx';

/**
 * Any number of rows, of which only the visible ones are rendered: a table, or a list on narrow screens. Printed, it
 * is a table.
 */
export function DataTable<Row extends { id: string }>(props: DataTableProps<Row>) {
  const isNarrow = useMediaQuery('(width < 64rem)');
  const isPrinting = usePrinting();
  if (isNarrow && !isPrinting) return <DataTableStack {...props} />;
  // A new table for another row height, because the virtual one remembers the position of each row.
  return <DataTableGrid key={String(props.isCompact)} {...props} />;
}
