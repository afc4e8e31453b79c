import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import {
  type Filter,
  type FilteredList,
  passesFilters,
  readListFilters,
} from '../../../contract/lists/list-filters.ts';
import { isFoundBy, type Searched, searchOf } from '../../../contract/lists/search-key.ts';
import { parseListSearch } from '../../lib/url/list-search.ts';
import { showToast, type ToastOptions } from '../toast/toasts.ts';
import { markRow } from './marked-row.ts';

/** The list of a saved row, and the text and fields of a row that its search and its filters use. */
export interface SavedList<Row, Field extends string> {
  to: '/users' | '/locations';
  list: FilteredList<Field, string>;
  searched: (row: Row) => Searched;
  valuesOf: (row: Row, field: Field) => readonly string[];
}

/** Where the search or a filter of the page hides the saved row, the toast says so, and its action clears them. */
export function useSavedToast<Row, Field extends string>({
  to,
  list,
  searched,
  valuesOf,
}: SavedList<Row, Field>) {
  const search = parseListSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  // The page of the row itself hides nothing.
  const isList = useLocation({ select: ({ pathname }) => pathname === to });
  const filters = Object.entries(readListFilters(list, search).filters) as [Field, Filter][];
  return (row: Row & { id: string }, toast: ToastOptions) => {
    markRow(row.id);
    const isFound = isFoundBy(searchOf(search.q ?? ''), searched(row));
    const hiddenBy = isFound ? 'filters' : 'search';
    if (!isList || (isFound && passesFilters(row, filters, valuesOf))) return showToast(toast);
    const show = {
      label: 'Show',
      run: async () => {
        await navigate({ to });
        markRow(row.id);
      },
    };
    showToast({ ...toast, text: `${toast.text}. Hidden by your ${hiddenBy}.`, action: show });
  };
}
