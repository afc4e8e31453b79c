import { Suspense } from 'react';
import { useMediaQuery } from '../../lib/browser/use-media-query.ts';
import { lazyOnPhone, phoneWidth } from '../loading/lazy-part.tsx';
import { DataTableGrid } from './data-table-grid.tsx';
import type { DataTableProps } from './data-table-props.ts';

const DataTableStack = lazyOnPhone<DataTableProps<never>>(
  async () => (await import('./data-table-stack.tsx')).DataTableStack,
);

/** Any number of rows, of which only the visible ones are rendered: a table, or a list on a phone. Not printed. */
export function DataTable<Row extends { id: string }>(props: DataTableProps<Row>) {
  const isPhone = useMediaQuery(phoneWidth);
  return isPhone ? (
    <Suspense>
      <DataTableStack {...(props as unknown as DataTableProps<never>)} />
    </Suspense>
  ) : (
    // A new table for another row height, because the virtual one remembers the position of each row.
    <DataTableGrid key={String(props.isCompact)} {...props} />
  );
}
