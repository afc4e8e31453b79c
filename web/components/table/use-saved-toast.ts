import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import {
  type Filter,
  type FilteredList,
  passesFilters,
  readListFilters,
} from '../../../contract/lists/list-filters.ts';
import { searchTerms } from '../../../contract/lists/search-key.ts';
import { parseListSearch } from '../../lib/list/list-search.ts';
import { showToast, type ToastOptions } from '../toast/toasts.ts';
import { markRow } from './marked-row.ts';

/** The list that a saved row belongs to, and what its search and its filters see in a row. */
export interface SavedList<Row, Field extends string> {
  to: '/users' | '/locations';
  list: FilteredList<Field, string>;
  keyOf: (row: Row) => string;
  valuesOf: (row: Row, field: Field) => readonly string[];
}

/**
 * Says that a row of a list was saved, and marks it. Where the search or a filter of the page hides the row, the toast
 * says so, and its action clears them.
 */
export function useSavedToast<Row, Field extends string>({
  to,
  list,
  keyOf,
  valuesOf,
}: SavedList<Row, Field>) {
  const search = parseListSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  // On the page of the row itself nothing is hidden.
  const isList = useLocation({ select: ({ pathname }) => pathname === to });
  const filters = Object.entries(readListFilters(list, search).filters) as [Field, Filter][];
  return (row: Row & { id: string }, toast: ToastOptions) => {
    markRow(row.id);
    const isFound = searchTerms(search.q ?? '').some((term) => keyOf(row).includes(term));
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
