import { useInfiniteQuery } from '@tanstack/react-query';
import { type AuditFilters, exportAudit as exportAuditEndpoint, listAudit } from '../../../contract/audit.ts';
import { fileNameOf, saveFile } from '../../lib/browser/save-file.ts';
import { call, open } from '../../lib/http/http.ts';

/** Entries newest first, as many pages as were asked for. */
export function useAudit(filters: AuditFilters) {
  return useInfiniteQuery({
    queryKey: ['audit', filters],
    queryFn: ({ pageParam, signal }) =>
      call(listAudit, { query: { ...filters, ...(pageParam && { after: pageParam }) } }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    // Something may have happened since.
    staleTime: 0,
  });
}

/** All entries that the filters let through, as a file. */
export async function exportAudit(filters: AuditFilters) {
  const answer = await open(exportAuditEndpoint, { query: filters });
  saveFile(await answer.blob(), fileNameOf(answer.headers, 'audit.csv'));
}
