import type { ReactNode } from 'react';

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
  /** How many rows match; a row that is not here yet gets a placeholder. */
  count: number;
  row: (index: number) => Row | undefined;
  /** The same row where there is no room for columns. */
  stacked: (row: Row) => ReactNode;
  /** Pixels of a stacked row. */
  stackedHeight: number;
}
