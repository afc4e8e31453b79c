import type { Filter, Filters } from '../../../contract/lists/list-filters.ts';
import type { ListUrl } from '../../lib/list/list-url.ts';

export interface FilterField {
  field: string;
  label: string;
}

export interface FilterOption {
  value: string;
  label: string;
  detail?: string | undefined;
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

export interface FilterPopupProps {
  listUrl: ListUrl<string, string>;
  fields: readonly FilterField[];
  text: string;
  describe: (field: string, filter: Filter) => string;
}

export interface FilterSheetProps extends FilterPopupProps {
  sorts: readonly SortChoice[];
  showLabel: string;
  onClose: () => void;
}
