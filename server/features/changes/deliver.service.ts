import { type ChangeList, eventMaxIds, type RowList, rowLists } from '../../../contract/changes.ts';
import { type Authorized, scopeOf } from '../../kernel/access.ts';
import type { Clock } from '../../kernel/changes/change-clock.ts';
import { encodeCursor, seesEveryRow } from '../../kernel/changes/cursor.ts';
import { noRow } from '../../kernel/changes/record-change.ts';
import { now } from '../../kernel/context.ts';
import type { Queryable } from '../../kernel/database/database.ts';
import { yieldToRequests } from '../../platform/background/background.ts';
import { isAnyInBell } from '../notifications/notifications.service.ts';
import * as repository from './changes.repository.ts';
import { type Changed, hears } from './changes.rules.ts';
import { keepFresh, type Reader, renewAll } from './follower.service.ts';

type Lists = ReadonlyMap<ChangeList, Changed>;

/** No event is sent by an access that was checked longer ago. */
export const accessMaxAgeMs = 15_000;
const sentAtOnce = 100;

/** Tells each stream what its reader may hear of. Nobody hears of it before all whom it names have lost what they lost. */
export async function deliver(
  db: Queryable,
  readers: readonly Reader[],
  { now: clock, readAt, range, lists }: { now: Clock; readAt: number; range: repository.Range; lists: Lists },
): Promise<void> {
  const concerned = await findConcerned(db, readers, range);
  await nameNotified(db, range, lists, new Map(readers.map(({ user_id, ctx }) => [user_id, ctx])));
  const about = await findNamed(db, readers, lists);
  const isOld = ({ renewedAt }: Reader) => performance.now() - renewedAt > accessMaxAgeMs;
  await renewAll(readers.filter((reader) => about(reader).length > 0 || isOld(reader)));
  let sent = 0;
  for (const reader of readers) {
    const { scope } = reader;
    const waiting = [...reader.followers].filter(({ seq }) => seq !== null && seq < clock.seq);
    if (scope === null || waiting.length === 0) continue;
    await keepFresh(reader, readAt);
    const { ctx, user_id } = reader;
    const heard = [...lists].filter(([list, changed]) =>
      hears(ctx, list, changed, concerned.get(user_id)?.has(list) ?? false),
    );
    const names = heard.map(([list]) => list);
    const changed = heard.length > 0 && {
      cursor: encodeCursor(ctx, { ...clock, scope }),
      ...{ lists: names, ...(seesEveryRow(ctx) && { ids: idsOf(heard) }) },
    };
    const you = about(reader);
    for (const follower of waiting) {
      follower.seq = clock.seq;
      if (changed) follower.stream.send('changed', changed);
      if (you.length > 0) follower.stream.send('you', { about: you });
    }
    sent += waiting.length;
    if (sent < sentAtOnce) continue;
    sent = 0;
    await yieldToRequests();
  }
}

/** The lists with a change at a location of the user, for users without all locations. */
async function findConcerned(db: Queryable, readers: readonly Reader[], range: repository.Range) {
  const scoped = new Set(readers.flatMap(({ ctx, user_id }) => (scopeOf(ctx).all ? [] : [user_id])));
  const concerned = new Map<string, Set<ChangeList>>();
  const at = readers[0] ? now(readers[0].ctx) : '';
  for (const { user_id, list } of await repository.listConcerned(db, range, { ids: [...scoped], at }))
    concerned.set(user_id, (concerned.get(user_id) ?? new Set()).add(list));
  return concerned;
}

/** Says what a change has to do with the reader's own user. */
async function findNamed(db: Queryable, readers: readonly Reader[], lists: Lists) {
  const users = new Set(readers.map(({ user_id }) => user_id));
  const holders = new Set(
    await repository.listHolders(db, [...(lists.get('roles')?.rows ?? [])], [...users]),
  );
  const isNamed = (list: ChangeList, user_id: string) => {
    const changed = lists.get(list);
    return changed !== undefined && (changed.rows.has(user_id) || changed.own.has(user_id));
  };
  return ({ user_id }: Reader) => [
    ...(isNamed('users', user_id) || holders.has(user_id) ? (['access'] as const) : []),
    ...(isNamed('sessions', user_id) ? (['session'] as const) : []),
    ...(isNamed('notifications', user_id) ? (['notifications'] as const) : []),
  ];
}

/** A list with too many is left out. */
function idsOf(heard: readonly (readonly [ChangeList, Changed])[]): Partial<Record<RowList, string[]>> {
  const ids: Partial<Record<RowList, string[]>> = {};
  for (const [list, { rows }] of heard)
    if (isRowList(list) && rows.size <= eventMaxIds) ids[list] = [...rows];
  return ids;
}

export function isRowList(list: ChangeList): list is RowList {
  return (rowLists as readonly ChangeList[]).includes(list);
}

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
  if (!changed?.own.has(noRow)) return;
  const notified = new Map<string, string[]>();
  for (const { id, user_id } of await repository.listNotified(db, range, [...readers.keys()]))
    notified.set(user_id, [...(notified.get(user_id) ?? []), id]);
  for (const [user_id, ids] of notified) {
    const ctx = readers.get(user_id);
    if (ctx && (await isAnyInBell(ctx, ids))) changed.own.add(user_id);
  }
}
