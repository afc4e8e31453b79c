import type { ReactNode } from 'react';
import { useMediaQuery } from '../lib/use-media-query.ts';
import { DataTableGrid } from './data-table-grid.tsx';
import { DataTableStack } from './data-table-stack.tsx';

export interface Column<Row> {
  header: string;
  /**
   * '190px' or '16%'; absent for the one column that takes what is left. The layout is fixed, so that rows
   * that come and go move nothing.
   */
  width?: string;
  cell: (row: Row) => ReactNode;
}

export interface DataTableProps<Row> {
  /** 'Users' */
  label: string;
  columns: readonly Column<Row>[];
  /** Pixels below which the columns scroll sideways instead of shrinking. */
  minWidth: number;
  /** How many rows match; a placeholder stands for one that is not here yet. */
  count: number;
  row: (index: number) => Row | undefined;
  /** The same row where there is no room for columns. */
  stacked: (row: Row) => ReactNode;
  /** Pixels of a stacked row. */
  stackedHeight: number;
}

/** Any number of rows, of which only those in sight exist: a table, or on narrow screens a list. */
export function DataTable<Row extends { id: string }>(props: DataTableProps<Row>) {
  const isNarrow = useMediaQuery('(width < 64rem)');
  return isNarrow ? <DataTableStack {...props} /> : <DataTableGrid {...props} />;
}
