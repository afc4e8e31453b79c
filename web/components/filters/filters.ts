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

/** The filters of a list, and the words for them. */
export interface FilterWords {
  fields: readonly FilterField[];
  /** 'Active', 'not manager, viewer' */
  describe: (field: string, filter: Filter) => string;
  /** A value of it no longer exists. */
  isGone: (field: string, filter: Filter) => boolean;
}

export interface FilterPopupProps extends Omit<FilterWords, 'isGone'> {
  listUrl: ListUrl<string, string>;
  text: string;
}

/** 'Status: Active', for each filter that is on. */
export function describeFilters(filters: Filters<string>, { fields, describe }: Omit<FilterWords, 'isGone'>) {
  return fields.flatMap(({ field, label }) => {
    const filter = filters[field];
    return filter ? [`${label}: ${describe(field, filter)}`] : [];
  });
}
