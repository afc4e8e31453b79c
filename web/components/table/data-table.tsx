import { useMediaQuery } from '../../lib/browser/use-media-query.ts';
import { usePrinting } from '../../lib/browser/use-printing.ts';
import { DataTableGrid } from './data-table-grid.tsx';
import type { DataTableProps } from './data-table-props.ts';
import { DataTableStack } from './data-table-stack.tsx';

/** Any number of rows, of which only those in sight exist: a table, or on narrow screens a list; on paper a table. */
export function DataTable<Row extends { id: string }>(props: DataTableProps<Row>) {
  const isNarrow = useMediaQuery('(width < 64rem)');
  const isPrinting = usePrinting();
  if (isNarrow && !isPrinting) return <DataTableStack {...props} />;
  // Another height of the rows is another table: the virtual one knows where each of its rows is.
  return <DataTableGrid key={String(props.isCompact)} {...props} />;
}
