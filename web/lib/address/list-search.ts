import { useNavigate, useSearch } from '@tanstack/react-router';

/**
 * What the address of a list page holds: the search `q`, the open `dialog` and the row `id` it is for, filters, sort and
 * what the table shows. What the list does not know stays, so that the page can say so.
 */
export type ListSearch = { [name: string]: string };

export function parseListSearch(search: Record<string, unknown>): ListSearch {
  const given = Object.entries(search).flatMap(([name, value]) =>
    typeof value === 'string' && value ? [[name, value]] : [],
  );
  return Object.fromEntries(given);
}

/**
 * The search and the open dialog of the page, from the URL. Typing replaces the entry in the history; opening a
 * dialog adds one, so that Back closes it.
 */
export function useListSearch() {
  const { q = '', dialog, id } = parseListSearch(useSearch({ strict: false }));
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
