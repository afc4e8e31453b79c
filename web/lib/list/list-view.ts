import type { Gone } from './list-pages.ts';

/** A list as its page shows it. */
export interface ListView<Row> {
  /** The loaded rows, in their order. */
  rows: readonly Row[];
  /** How many rows the scroll bar covers: behind the loaded ones are places for the next page. */
  reach: number;
  /** How many rows match; null while that is not known. */
  total: number | null;
  isTotalExact: boolean;
  /** How many there are without a search and filters; null when that was not asked. */
  all: { total: number; isTotalExact: boolean } | null;
  /** The rows are the complete answer, as far as they are loaded. */
  isAnswered: boolean;
  /** All rows that match are loaded. */
  isWhole: boolean;
  /** The answer is late. */
  isSearching: boolean;
  /** The rows are those of the question before. */
  isFormer: boolean;
  /** Nothing was ever shown. */
  isLoading: boolean;
  error: Error | null;
  retry: () => void;
  /** The rows that come next are above the loaded ones. */
  isFromEnd: boolean;
  /** How many rows come before the loaded ones. */
  first: number;
  /** Shows the other end of the list; undefined when all rows are loaded. */
  turn: (() => void) | undefined;
  /** The rows with these indexes are in view: those that follow are loaded in time. */
  see: (first: number, last: number) => void;
  /** Changes that wait to be shown: a number, or 'some' when nobody says how many. */
  waiting: number | 'some' | null;
  show: () => void;
  /** Rows that are empty in their places. */
  gone: Readonly<Record<string, Gone>>;
  /** Loads rows until there are so many. */
  loadUpTo: (rows: number) => Promise<void>;
}
