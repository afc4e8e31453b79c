import { useNavigate, useSearch } from '@tanstack/react-router';
import {
  type Filter,
  type FilteredList,
  filterText,
  type ListFilters,
  readListFilters,
  type Sort,
  sortText,
} from '../../../contract/lists/list-filters.ts';
import { parseListSearch } from '../url/list-search.ts';

/** URL parameters of every list page, besides its filters. */
const known = ['q', 'dialog', 'id', 'sort', 'hide', 'density'];

export interface ListUrl<FilterField extends string, SortField extends string>
  extends ListFilters<FilterField, SortField> {
  hidden: readonly string[];
  /** One line a row. */
  isCompact: boolean;
  /** Unknown parameters of the URL. */
  ignored: string[];
  /** `replace` overwrites the history entry of an earlier change in the same popup. */
  setFilter: (field: string, filter: Filter | null, replace?: boolean) => void;
  clearFilters: () => void;
  setSort: (sort: Sort<string> | null) => void;
  setHidden: (hidden: readonly string[]) => void;
  /** Null where the window is too narrow for rows of one line. */
  setCompact: ((isCompact: boolean) => void) | null;
}

/** Filters, sort and table settings from the URL. Unknown parameters are ignored, and removed by the next change. */
export function useListUrl<FilterField extends string, SortField extends string>(
  list: FilteredList<FilterField, SortField>,
  columns: readonly string[],
): ListUrl<FilterField, SortField> {
  const search = parseListSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const { filters, sort, ignored } = readListFilters(list, search);
  const hide = search.hide?.split(',') ?? [];
  const fields: readonly string[] = list.filterFields;
  const unknown = Object.keys(search).filter((name) => !known.includes(name) && !fields.includes(name));
  const isCompact = search.density === 'compact';

  function change(changes: Record<string, string | undefined>, replace: boolean) {
    const gone = Object.fromEntries(unknown.map((name) => [name, undefined]));
    void navigate({
      to: '.',
      search: (before) => parseListSearch({ ...before, ...gone, ...changes }),
      state: true,
      replace,
      resetScroll: false,
    });
  }

  return {
    filters,
    sort,
    hidden: columns.filter((column) => hide.includes(column)),
    isCompact,
    ignored: [
      ...ignored,
      ...unknown,
      ...(hide.every((column) => columns.includes(column)) ? [] : ['hide']),
      ...(search.density && !isCompact ? ['density'] : []),
    ],
    setFilter: (field, filter, replace = false) =>
      change({ [field]: filter && filter.values.length > 0 ? filterText(filter) : undefined }, replace),
    clearFilters: () => change(Object.fromEntries(fields.map((field) => [field, undefined])), false),
    setSort: (next) => change({ sort: next ? sortText(next) : undefined }, true),
    setHidden: (hidden) => change({ hide: hidden.join() || undefined }, true),
    setCompact: (next) => change({ density: next ? 'compact' : undefined }, true),
  };
}

/** The sort after pressing a column header: ascending, descending, then newest first again. */
export function nextSort(sort: Sort<string> | null, field: string): Sort<string> | null {
  if (sort?.field !== field) return { field, isDescending: false };
  return sort.isDescending ? null : { field, isDescending: true };
}
