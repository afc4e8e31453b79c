import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import type { ListPosition } from '../../../contract/lists/list.ts';
import { type FilteredList, readListFilters } from '../../../contract/lists/list-filters.ts';
import { type ListSource, queryOf } from './list-cache.ts';
import type { ListRow } from './list-pages.ts';

/** The list that a page was opened from. A pasted link has none. */
export interface ListOrigin {
  /** The position of the list in the history of the tab. */
  index: number;
  /** Its URL without the open dialog: search, filters, sort. */
  search: Record<string, string>;
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    list?: ListOrigin;
  }
}

/** The state of a link in a list row, so that the page of the row leads back to this list. */
export interface ListState {
  list: ListOrigin;
}

export function useListState(): ListState {
  return useLocation({
    select: ({ search, state }) => ({ list: { index: state.__TSR_index, search: withoutDialog(search) } }),
    structuralSharing: true,
  });
}

export function useListOrigin(): ListOrigin | null {
  return useLocation({ select: ({ state }) => state.list ?? null, structuralSharing: true });
}

function withoutDialog(search: object): Record<string, string> {
  const given = Object.entries(search).filter(([name]) => name !== 'dialog' && name !== 'id');
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}

/** Where a row stands in the list that its page was opened from, as the server has it now. */
export function useListPlace<Row extends ListRow>(
  source: ListSource<Row>,
  list: FilteredList<string, string>,
  id: string,
): ListPosition | null {
  const origin = useListOrigin();
  const { filters, sort } = readListFilters(list, origin?.search ?? {});
  const question = { text: origin?.search.q ?? '', filters, sort };
  const { data } = useQuery({
    queryKey: [source.name, 'position', id, question],
    queryFn: ({ signal }) => source.position(id, queryOf(question), signal),
    enabled: origin !== null,
    staleTime: 0,
    gcTime: 0,
  });
  return data ?? null;
}
