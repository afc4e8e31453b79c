import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Filter } from '../../../contract/lists/list-filters.ts';
import { formatDay } from '../../lib/format/format-date.ts';
import { call } from '../../lib/http/http.ts';
import { RequestFailed } from '../../lib/network/request-failed.ts';

function runNameQuery(id: string) {
  return queryOptions({
    queryKey: ['run', id, 'name'],
    queryFn: async ({ signal }) => {
      // Few lists are filtered by a run: the contract of runs and imports would be 3 kB of each list.
      const { getRun } = await import('../../../contract/runs.ts');
      const { title, ended_at, created_at } = await call(getRun, { params: { id } }, { signal });
      return { title, at: ended_at ?? created_at };
    },
  });
}

export const goneRun = 'a run that is gone';

/** 'Import users from people.csv, Nov 23, 2026'; null for a run that is gone. */
export function useRunName(filter: Filter | undefined): string | null {
  const id = filter?.values[0];
  const { data, error } = useQuery({ ...runNameQuery(id ?? ''), enabled: id !== undefined });
  if (error instanceof RequestFailed && error.code === 'not_found') return null;
  return data ? `${data.title}, ${formatDay(data.at)}` : 'one run';
}

export function runOptions(filter: Filter | undefined, name: string | null) {
  return (filter?.values ?? []).map((value) => ({ value, label: name ?? goneRun }));
}
