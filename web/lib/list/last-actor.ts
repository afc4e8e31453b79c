import { queryOptions, useQuery } from '@tanstack/react-query';
import { type AuditQuery, listAudit } from '../../../contract/audit.ts';
import { useAccess } from '../account/access.ts';
import { call } from '../http/http.ts';
import { recentAuditKey } from '../network/query-keys.ts';

export function recentAuditQuery(filters: AuditQuery, limit: number, at?: string) {
  return queryOptions({
    queryKey: [...recentAuditKey(filters), limit, at],
    queryFn: async ({ signal }) =>
      (await call(listAudit, { query: { ...filters, limit } }, { signal })).entries,
    staleTime: 0,
  });
}

/** Who changed a row last, where the reader may see it. `at` is its version; without one nothing is asked. */
export function useLastActor(about: { user: string } | { location: string }, at: string | undefined) {
  const { hasPermission } = useAccess();
  const { data } = useQuery({
    ...recentAuditQuery(about, 5, at),
    enabled: at !== undefined && hasPermission('audit.read'),
  });
  const [id] = Object.values(about);
  return data?.find((entry) => entry.subject.id === id && entry.at === at)?.actor.name;
}
