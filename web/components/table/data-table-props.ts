import type { ReactNode } from 'react';
import type { Sort } from '../../../contract/lists/list-filters.ts';
import type { ListView } from '../../lib/list/use-list.ts';
import type { Selection } from './use-selection.ts';

export interface Column<Row> {
  /** The name of the column in the URL: 'created_at'. */
  id: string;
  header: string;
  /** Absent for the one column that takes the remaining width. The layout is fixed: changing rows do not move it. */
  width?: string;
  /**
   * '@max-[1132px]:hidden' hides the column when the page is narrower. A container measured by its content, such as the
   * card, would compute the styles of all rows twice at every key press.
   */
  className?: string;
  /** The field by which its header sorts. */
  sort?: string;
  cell(row: Row): ReactNode;
  /** The same on paper; absent for buttons. */
  print?: PrintedCell<Row>;
}

export interface PrintedCell<Row> {
  /** The width of the column, besides the shares of the others. */
  share: number;
  lines(row: Row): readonly string[];
}

export interface DataTableProps<Row> {
  /** 'Users' */
  label: string;
  columns: readonly Column<Row>[];
  /** Width in pixels below which the remaining columns scroll sideways instead of shrinking. */
  minWidth: number;
  /** A row that is not loaded yet gets a placeholder. */
  count: number;
  /** The whole list; undefined while its first rows load. */
  list?: Pick<ListView<never>, 'total' | 'first' | 'isFromEnd' | 'see'> | undefined;
  /** The rows are the answer to the search, filter or sort before this one. */
  isFormer?: boolean | undefined;
  row: (index: number) => Row | undefined;
  /** Null for newest first. */
  sort: Sort<string> | null;
  onSort: (sort: Sort<string> | null) => void;
  /** Rows of one line: cells hide elements with `group-data-compact/rows:hidden`. */
  isCompact: boolean;
  /** Identifies search, filters and sort: when it changes, the list scrolls to its top. */
  order: string;
  /** Why a row is empty in its place. */
  whyGone?: ((id: string) => string | undefined) | undefined;
  stacked: (row: Row) => ReactNode;
  stackedHeight: number;
  /** One line below the last row. */
  after: ReactNode;
  selecting?: Selecting<Row> | undefined;
}

export interface Selecting<Row> {
  selection: Selection;
  nameOf: (row: Row) => string;
  bar: ReactNode;
}
