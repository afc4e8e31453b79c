import { queryOptions } from '@tanstack/react-query';
import type { AuditQuery } from '../../../contract/audit.ts';
import * as contract from '../../../contract/audit.ts';
import { saveAnswer } from '../../lib/browser/save-file.ts';
import { call, open } from '../../lib/http/http.ts';
import { pagesQuery } from '../../lib/http/pages-query.ts';
import { auditKey } from '../../lib/network/query-keys.ts';

export function auditQuery(filters: AuditQuery) {
  return pagesQuery([...auditKey, filters], contract.listAudit, { query: filters });
}

/** The newest entries, asked for again each time that something `happened`. */
export function newerEntriesQuery(filters: AuditQuery, happened: number) {
  return queryOptions({
    queryKey: [...auditKey, 'newer', filters, happened],
    queryFn: async ({ signal }) => (await call(contract.listAudit, { query: filters }, { signal })).entries,
    gcTime: 0,
  });
}

export async function exportAudit(filters: AuditQuery) {
  await saveAnswer(open(contract.exportAudit, { query: filters }), 'audit.csv');
}
