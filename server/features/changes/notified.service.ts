import type { ChangeList } from '../../../contract/changes.ts';
import type { Authorized } from '../../kernel/access.ts';
import { somebody } from '../../kernel/changes/record-change.ts';
import type { Queryable } from '../../kernel/database/database.ts';
import { isAnyInBell } from '../notifications/notifications.service.ts';
import * as repository from './changes.repository.ts';
import type { Changed } from './changes.rules.ts';

/**
 * Adds to the changes of `notifications` the readers who were told something that they may see now: the log says only that
 * somebody was told.
 */
export async function nameNotified(
  db: Queryable,
  range: repository.Range,
  lists: ReadonlyMap<ChangeList, Changed>,
  readers: ReadonlyMap<string, Authorized>,
): Promise<void> {
  const changed = lists.get('notifications');
  if (!changed?.own.has(somebody)) return;
  const notified = new Map<string, string[]>();
  for (const { id, user_id } of await repository.listNotified(db, range, [...readers.keys()]))
    notified.set(user_id, [...(notified.get(user_id) ?? []), id]);
  for (const [user_id, ids] of notified) {
    const ctx = readers.get(user_id);
    if (ctx && (await isAnyInBell(ctx, ids))) changed.own.add(user_id);
  }
}
