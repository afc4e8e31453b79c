import type { Filter, Filters, Sort } from '../../../contract/lists/list-filters.ts';

/** A field that a list can be filtered by. */
export interface FilterField {
  field: string;
  /** 'Last sign-in' */
  label: string;
}

/** One value that a filter may name. */
export interface FilterOption {
  value: string;
  label: string;
}

/** A field that a list can be sorted by, with the words for both directions: 'A to Z', 'Z to A'. */
export interface SortChoice {
  field: string;
  label: string;
  ascending: string;
  descending: string;
}

/** What the page draws inside of a filter's popup: its values, with how many rows have each. */
export interface FilterValuesProps {
  field: string;
  filters: Filters<string>;
  /** The search of the list: the counts are of what it finds. */
  text: string;
  onChange: (filter: Filter | null) => void;
}

export interface FilterChange {
  field: string;
  filter: Filter | null;
  /** It goes on with the entry in the history that the popup has made. */
  replace: boolean;
}

/** What the popups of a filter bar share. */
export interface FilterPopupProps {
  fields: readonly FilterField[];
  filters: Filters<string>;
  text: string;
  onFilter: (change: FilterChange) => void;
}

/** What the sheet of a phone shows beside the filters. */
export interface FilterSheetProps extends FilterPopupProps {
  sorts: readonly SortChoice[];
  sort: Sort<string> | null;
  onSort: (sort: Sort<string> | null) => void;
  describe: (field: string, filter: Filter) => string;
  onClear: () => void;
  /** 'Show 312 users' */
  showLabel: string;
  onClose: () => void;
}
