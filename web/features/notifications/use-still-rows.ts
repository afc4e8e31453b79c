import { useState } from 'react';
import type { Notification } from '../../../contract/notifications/notifications.ts';

/**
 * The rows of the open panel keep their places, because the pointer is at them: a row that comes waits until `showAll`,
 * one that is told again changes in place. Older rows follow at the end.
 */
export function useStillRows(rows: readonly Notification[]) {
  const [ids, setIds] = useState<readonly string[]>([]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const known = new Set(ids);
  const older = rows.slice(rows.findLastIndex(({ id }) => known.has(id)) + 1);
  if (older.length > 0) setIds([...ids, ...older.map(({ id }) => id)]);
  const shown = [...ids.flatMap((id) => byId.get(id) ?? []), ...older];
  const last = rows.findLastIndex((row) => !known.has(row.id) && !older.includes(row));
  return {
    shown,
    waiting: rows.length - shown.length,
    /** The newest row that no waiting one is newer than: marking until it swallows none of them. */
    newest: rows[last + 1],
    showAll: () => setIds(rows.map(({ id }) => id)),
  };
}
