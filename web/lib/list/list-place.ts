import { useQuery } from '@tanstack/react-query';
import type { ListPosition } from '../../../contract/lists/list.ts';
import { type FilteredList, readListFilters } from '../../../contract/lists/list-filters.ts';
import { type ListSource, queryOf } from './list-cache.ts';
import { useListOrigin } from './list-origin.ts';
import type { ListRow } from './list-pages.ts';

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
