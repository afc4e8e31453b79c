/** The rows that match, and how to get to them. */
export interface Listing<Row> {
  /** How many rows match. */
  count: number;
  /** How many of them a scroll bar covers; their indexes are below it. */
  reach: number;
  /** The row at an index; undefined while it is loading. */
  row: (index: number) => Row | undefined;
  /** True while the server is asked because the loaded rows are not enough. */
  searching: boolean;
  /** The same object as long as the rows are. */
  version: unknown;
  /** Of a list that is too large to be held whole. */
  windows?: WindowsView | undefined;
}

export interface WindowsView {
  /** How many of the rows that match are here, or were. */
  loaded: number;
  /** How many match. */
  total: number;
  /** The rows are those at the end of the list; then `first` come before them. */
  isFromEnd: boolean;
  first: number;
  /** Loads the rows with these indexes, and those near them. */
  see: (first: number, last: number) => void;
  /** Shows the other end of the list. */
  turn: () => void;
}
