import type { ReactNode } from 'react';
import type { Sort } from '../../../contract/lists/list-filters.ts';
import type { Selection } from './use-selection.ts';

export interface Column<Row> {
  /** As the address names it: 'created_at'. */
  id: string;
  header: string;
  /**
   * '190px' or '16%'; absent for the one column that takes what is left. The layout is fixed, so that rows
   * that come and go move nothing.
   */
  width?: string;
  /**
   * '@max-[1132px]:hidden' leaves the column out where the page has less room than that. The page is the container: one
   * that is measured by its content, as the card is, gives all its rows their styles twice at every key press.
   */
  className?: string;
  /** The field that its head sorts by. */
  sort?: string;
  cell: (row: Row) => ReactNode;
}

export interface DataTableProps<Row> {
  /** 'Users' */
  label: string;
  columns: readonly Column<Row>[];
  /** Pixels below which the columns that are left scroll sideways instead of shrinking. */
  minWidth: number;
  /** How many rows match; a row that is not here yet gets a placeholder. */
  count: number;
  row: (index: number) => Row | undefined;
  /** Null for newest first. */
  sort: Sort<string> | null;
  onSort: (sort: Sort<string> | null) => void;
  /** Rows of one line: cells leave out what has `group-data-compact/rows:hidden`. */
  isCompact: boolean;
  /** Which rows are shown, in which order: the list starts at its top when that changes. */
  order: string;
  /** The same row where there is no room for columns. */
  stacked: (row: Row) => ReactNode;
  /** Pixels of a stacked row. */
  stackedHeight: number;
  /** Rows can be chosen, to do one thing to all of them. */
  selecting?: Selecting<Row> | undefined;
}

export interface Selecting<Row> {
  selection: Selection;
  /** 'Ana Lopez' */
  nameOf: (row: Row) => string;
  /** What can be done to the chosen rows, and how many there are. */
  bar: ReactNode;
}
