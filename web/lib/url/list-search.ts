import { useNavigate, useSearch } from '@tanstack/react-router';
import { searchMaxLength } from '../../../contract/fields/limits.ts';

/** `q`, the open `dialog` and the `id` of its row (to add a user what was typed), filters, sort and table settings. Unknown ones stay, for a notice. */
export type ListSearch = { [name: string]: string };

export interface ListView {
  name: string;
  search: ListSearch;
}

export function parseListSearch(search: Record<string, unknown>): ListSearch {
  const given = Object.entries(search).flatMap(([name, value]) =>
    typeof value === 'string' && value ? [[name, value]] : [],
  );
  return Object.fromEntries(given);
}

/** Of a search that Sales took when it had one list: the state of a day is now `day`. Null for a new one. */
export function newSalesSearch({ state, ...search }: ListSearch): ListSearch | null {
  const isOld = state !== undefined || (search.sort !== undefined && search.show === undefined);
  return isOld ? { ...search, ...(state && { day: state }), show: 'both' } : null;
}

/** Typing replaces the history entry; opening a dialog adds one, so that Back closes it. */
export function useListSearch() {
  const { q = '', dialog, id } = parseListSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const change = (changes: Record<string, string | undefined>, options?: { state?: true; replace: true }) =>
    navigate({
      to: '.',
      search: (before) => parseListSearch({ ...before, ...changes }),
      resetScroll: false,
      ...options,
    });

  return {
    // The server takes no more.
    q: q.slice(0, searchMaxLength),
    dialog,
    id,
    setQ: (q: string) => change({ q }, { state: true, replace: true }),
    openDialog: (dialog: string, id?: string) => change({ dialog, id }),
    closeDialog: () => change({ dialog: undefined, id: undefined }, { replace: true }),
  };
}
