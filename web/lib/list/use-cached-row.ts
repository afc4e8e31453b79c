import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { cachedRow, type ListSource } from './list-cache.ts';
import type { ListRow } from './list-pages.ts';

/** The row as the lists have it, as it changes. */
export function useCachedRow<Row extends ListRow>(source: ListSource<Row>, id: string): Row | undefined {
  const cache = useQueryClient().getQueryCache();
  return useSyncExternalStore(
    (listener) => cache.subscribe(({ query }) => query.queryKey[0] === source.name && listener()),
    () => cachedRow(source, id),
  );
}
