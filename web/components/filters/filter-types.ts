import type { Filter, Filters, Sort } from '../../../contract/lists/list-filters.ts';
import type { Searched } from '../../../contract/lists/search-key.ts';

export interface FilterField {
  field: string;
  label: string;
}

export interface FilterOption {
  value: string;
  label: string;
  detail?: string;
  /** What a search for the value looks through; without it, the label. */
  searched?: Searched & { number: string | null };
}

/** A field that a list can be sorted by, with labels for both directions: 'A to Z', 'Z to A'. */
export interface SortChoice {
  field: string;
  label: string;
  ascending: string;
  descending: string;
}

/** Props of the component for the values of a filter and their counts. The page provides the component. */
export interface FilterValuesProps {
  field: string;
  filters: Filters<string>;
  /** The search of the list: only its results are counted. */
  text: string;
  onChange: (filter: Filter | null) => void;
}

export interface FilterChange {
  field: string;
  filter: Filter | null;
  /** Replaces the entry in the history that the popup has made. */
  replace: boolean;
}

export interface FilterPopupProps {
  fields: readonly FilterField[];
  filters: Filters<string>;
  text: string;
  onFilter: (change: FilterChange) => void;
  describe: (field: string, filter: Filter) => string;
  onClear: () => void;
}

export interface FilterSheetProps extends FilterPopupProps {
  sorts: readonly SortChoice[];
  sort: Sort<string> | null;
  onSort: (sort: Sort<string> | null) => void;
  showLabel: string;
  onClose: () => void;
}
