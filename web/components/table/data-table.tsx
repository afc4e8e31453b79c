import { useMediaQuery } from '../../lib/browser/use-media-query.ts';
import { DataTableGrid } from './data-table-grid.tsx';
import type { DataTableProps } from './data-table-props.ts';
import { DataTableStack } from './data-table-stack.tsx';

/** Any number of rows, of which only those in sight exist: a table, or on narrow screens a list. */
export function DataTable<Row extends { id: string }>(props: DataTableProps<Row>) {
  const isNarrow = useMediaQuery('(width < 64rem)');
  return isNarrow ? <DataTableStack {...props} /> : <DataTableGrid {...props} />;
}
