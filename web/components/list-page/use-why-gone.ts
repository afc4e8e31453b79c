import { useQuery } from '@tanstack/react-query';
import type { RowList } from '../../../contract/changes.ts';
import { useAccess } from '../../lib/account/access.ts';
import { call } from '../../lib/http/http.ts';
import type { Gone } from '../../lib/list/list-pages.ts';
import { auditKey } from '../../lib/network/audit-keys.ts';

const actions = { users: 'user.deleted', locations: 'location.deleted' } as const;

/** Says why a row is empty in its place: who deleted it, where the reader may see that. */
export function useWhyGone(
  about: RowList,
  gone: Readonly<Record<string, Gone>>,
): (id: string) => string | undefined {
  const { hasPermission } = useAccess();
  const deleted = Object.keys(gone).filter((id) => gone[id] === 'deleted');
  const { data: actors } = useQuery({
    queryKey: [...auditKey, actions[about], deleted.length],
    queryFn: ({ signal }) => readActors(about, Math.max(namedAtLeast, deleted.length), signal),
    enabled: deleted.length > 0 && deleted.length <= namedAtMost && hasPermission('audit.read'),
    placeholderData: (before) => before,
  });
  return (id) => {
    if (gone[id] === undefined) return undefined;
    if (gone[id] === 'hidden') return 'No longer visible to you';
    return `Deleted by ${actors?.get(id) ?? 'another user'}`;
  };
}

/** The users who deleted rows last, by the ids of these rows. */
async function readActors(about: RowList, limit: number, signal: AbortSignal) {
  // A list shows its rows before anything is deleted.
  const { listAudit } = await import('../../../contract/audit.ts');
  const { entries } = await call(listAudit, { query: { action: actions[about], limit } }, { signal });
  return new Map(entries.map(({ subject, actor }) => [subject.id, actor.name]));
}

const namedAtLeast = 10;
/** Of more deletions the sentence names nobody. */
const namedAtMost = 50;
