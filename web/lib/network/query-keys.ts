import type { QueryClient } from '@tanstack/react-query';

export const auditKey = ['audit'];
/** Of who can see a location, with covers. */
export const accessListKey = ['access-list'];
export const notificationsKey = ['notifications'];
/** What the signed-in user opened lately. */
export const recentKey = ['recent'];
/** Of all figures of registers. */
export const salesKey = ['sales'];

/** The first part of the key of the newest entries that pass the filters; a part of the filters matches, too. */
export const recentAuditKey = (filters: object) => [...auditKey, 'recent', filters];

/**
 * Reads again what is shown of any of these rows: their own queries, whose keys begin with kind and id, and their newest
 * audit entries. One pass over the queries, of which there are few, for any number of rows.
 */
export async function invalidateRows(
  kind: 'user' | 'location',
  ids: readonly string[],
  client: QueryClient,
): Promise<void> {
  const wanted = new Set<unknown>(ids);
  const [audit, recent] = recentAuditKey({});
  await client.invalidateQueries({
    predicate: ({ queryKey: [first, second, filters] }) => {
      if (first === kind) return wanted.has(second);
      return first === audit && second === recent && wanted.has(filterOf(filters, kind));
    },
  });
}

function filterOf(filters: unknown, kind: string): unknown {
  return (filters as Record<string, unknown> | undefined)?.[kind];
}
