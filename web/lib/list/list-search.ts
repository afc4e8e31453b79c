import { useNavigate, useSearch } from '@tanstack/react-router';

/** What the address of a list page holds: the search, and which dialog is open for which row. */
export interface ListSearch {
  q?: string;
  dialog?: string;
  id?: string;
}

/** Keeps only what a list page knows. */
export function parseListSearch(search: Record<string, unknown>): ListSearch {
  return {
    ...(typeof search.q === 'string' && search.q && { q: search.q }),
    ...(typeof search.dialog === 'string' && search.dialog && { dialog: search.dialog }),
    ...(typeof search.id === 'string' && search.id && { id: search.id }),
  };
}

/**
 * The search and the open dialog of the page, from the URL. Typing replaces the entry in the history; opening a
 * dialog adds one, so that Back closes it.
 */
export function useListSearch() {
  const { q = '', dialog, id }: ListSearch = useSearch({ strict: false });
  const navigate = useNavigate();

  return {
    q,
    dialog,
    id,
    setQ: (next: string) =>
      navigate({
        to: '.',
        search: (before) => parseListSearch({ ...before, q: next }),
        state: true,
        replace: true,
      }),
    openDialog: (dialog: string, id?: string) =>
      navigate({ to: '.', search: (before) => parseListSearch({ ...before, dialog, id }) }),
    closeDialog: () =>
      navigate({
        to: '.',
        search: (before) => parseListSearch({ ...before, dialog: undefined, id: undefined }),
        replace: true,
      }),
  };
}
