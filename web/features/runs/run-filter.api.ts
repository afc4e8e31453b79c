import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Filter } from '../../../contract/lists/list-filters.ts';
import { onAccountChange } from '../../lib/account/auth-store.ts';
import { formatDay } from '../../lib/format/format-date.ts';
import { call } from '../../lib/http/http.ts';
import { RequestFailed } from '../../lib/network/request-failed.ts';

const changedBy = new Map<string, ReadonlySet<string>>();
onAccountChange(() => changedBy.clear());

const nobody: ReadonlySet<string> = new Set();

export function runsOf(id: string): readonly string[] {
  return [...changedBy].filter(([, ids]) => ids.has(id)).map(([run]) => run);
}

function runSubjectsQuery(id: string) {
  return queryOptions({
    queryKey: ['run', id, 'subjects'],
    queryFn: async ({ signal }) => {
      // Few lists are filtered by a run: the contract of runs and imports would be 3 kB of each list.
      const { listRunSubjects } = await import('../../../contract/runs.ts');
      const { title, at, ids } = await call(listRunSubjects, { params: { id } }, { signal });
      changedBy.set(id, new Set(ids));
      return { title, at };
    },
  });
}

export const goneRun = 'a run that is gone';

export interface RunFilter {
  /** The rows that the run changed; null while they are unknown, undefined without such a filter. */
  members: ReadonlySet<string> | null | undefined;
  /** 'Import users from people.csv, Nov 23, 2026'; null for a run that is gone. */
  name: string | null;
}

/** Rows do not say which runs changed them, so the server is asked once. */
export function useRunFilter(filter: Filter | undefined): RunFilter {
  const id = filter?.values[0];
  const { data, error } = useQuery({ ...runSubjectsQuery(id ?? ''), enabled: id !== undefined });
  if (id === undefined) return { members: undefined, name: 'one run' };
  if (error instanceof RequestFailed && error.code === 'not_found') return { members: nobody, name: null };
  if (!data) return { members: null, name: 'one run' };
  return { members: changedBy.get(id) ?? null, name: `${data.title}, ${formatDay(data.at)}` };
}

export function runOptions(filter: Filter | undefined, name: string | null) {
  return (filter?.values ?? []).map((value) => ({ value, label: name ?? goneRun }));
}
