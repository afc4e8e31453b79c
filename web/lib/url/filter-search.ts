import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ListSearch, parseListSearch } from './list-search.ts';

/** Filters of a page in its URL. A change adds a history entry, so that Back undoes it. */
export function useFilterSearch() {
  const search = parseListSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  return {
    search,
    change: (changes: { [name: string]: string | undefined }) =>
      void navigate({
        to: '.',
        search: (before): ListSearch => parseListSearch({ ...before, ...changes }),
        state: true,
        resetScroll: false,
      }),
  };
}
