import { useNavigate } from '@tanstack/react-router';
import { searchTerms } from '../../../contract/search-key.ts';
import { useListSearch } from '../../lib/list/list-search.ts';
import { showToast, type ToastOptions } from '../toast/toasts.ts';
import { markRow } from './marked-row.ts';

/**
 * Says that a row of the list at `to` was saved, and marks it. Where the search of the page hides the row, the toast says so, and its
 * action clears the search.
 */
export function useSavedToast<Row>(to: '/users' | '/locations', keyOf: (row: Row) => string) {
  const { q } = useListSearch();
  const navigate = useNavigate();
  return (row: Row & { id: string }, toast: ToastOptions) => {
    markRow(row.id);
    if (searchTerms(q).some((term) => keyOf(row).includes(term))) return showToast(toast);
    const show = {
      label: 'Show',
      run: async () => {
        await navigate({ to });
        markRow(row.id);
      },
    };
    showToast({ ...toast, text: `${toast.text}. Hidden by your search.`, action: show });
  };
}
