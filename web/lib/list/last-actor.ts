import { useQuery } from '@tanstack/react-query';
import { listAudit } from '../../../contract/audit.ts';
import { useAccess } from '../account/access.ts';
import { call } from '../http/http.ts';
import { recentAuditKey } from '../network/audit-keys.ts';

const limit = 5;

/** Who changed a row last, where the reader may see it. `at` is its version; without one nothing is asked. */
export function useLastActor(about: { user: string } | { location: string }, at: string | undefined) {
  const { hasPermission } = useAccess();
  const query = useQuery({
    queryKey: [...recentAuditKey(about), limit, at],
    queryFn: async ({ signal }) =>
      (await call(listAudit, { query: { ...about, limit } }, { signal })).entries,
    enabled: at !== undefined && hasPermission('audit.read'),
  });
  const [id] = Object.values(about);
  return query.data?.find((entry) => entry.subject.id === id && entry.at === at)?.actor.name;
}
