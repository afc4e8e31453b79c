import { queryOptions } from '@tanstack/react-query';
import type { AuditFilters } from '../../../contract/audit.ts';
import * as contract from '../../../contract/audit.ts';
import { call } from '../../lib/http/http.ts';
import { recentAuditKey } from '../../lib/network/audit-keys.ts';

export function recentAuditQuery(filters: AuditFilters, limit: number) {
  return queryOptions({
    queryKey: [...recentAuditKey(filters), limit],
    queryFn: async ({ signal }) =>
      (await call(contract.listAudit, { query: { ...filters, limit } }, { signal })).entries,
    staleTime: 0,
  });
}
