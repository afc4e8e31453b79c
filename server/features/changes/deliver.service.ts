import { type ChangeList, eventMaxIds, type RowList, rowLists } from '../../../contract/changes.ts';
import { scopeOf } from '../../kernel/access.ts';
import { yieldToRequests } from '../../kernel/background.ts';
import type { Clock } from '../../kernel/changes/change-clock.ts';
import { encodeCursor, seesEveryRow } from '../../kernel/changes/cursor.ts';
import type { Queryable } from '../../kernel/database/database.ts';
import * as repository from './changes.repository.ts';
import { type Changed, hears } from './changes.rules.ts';
import { type Follower, keepFresh, renewAll } from './follower.service.ts';
import { nameNotified } from './notified.service.ts';

type Lists = ReadonlyMap<ChangeList, Changed>;

/** No event is sent by an access that was checked longer ago. */
export const accessMaxAgeMs = 15_000;
const sentAtOnce = 100;

/** Tells each follower what it may hear of. Nobody hears of it before all whom it names have lost what they lost. */
export async function deliver(
  db: Queryable,
  followers: ReadonlySet<Follower>,
  { now, readAt, range, lists }: { now: Clock; readAt: number; range: repository.Range; lists: Lists },
): Promise<void> {
  const concerned = await findConcerned(db, followers, range);
  await nameNotified(db, range, lists, new Map([...followers].map(({ user_id, ctx }) => [user_id, ctx])));
  const about = await findNamed(db, followers, lists);
  const isOld = ({ renewedAt }: Follower) => performance.now() - renewedAt > accessMaxAgeMs;
  await renewAll([...followers].filter((follower) => about(follower).length > 0 || isOld(follower)));
  let sent = 0;
  for (const follower of [...followers]) {
    if (follower.scope === null || follower.seq >= now.seq) continue;
    await keepFresh(follower, readAt);
    const { ctx, stream, user_id, scope } = follower;
    follower.seq = now.seq;
    const heard = [...lists].filter(([list, changed]) =>
      hears(ctx, list, changed, concerned.get(user_id)?.has(list) ?? false),
    );
    if (heard.length > 0) {
      const cursor = encodeCursor(ctx, { ...now, scope });
      const names = heard.map(([list]) => list);
      stream.send('changed', { cursor, lists: names, ...(seesEveryRow(ctx) && { ids: idsOf(heard) }) });
    }
    const you = about(follower);
    if (you.length > 0) stream.send('you', { about: you });
    if (++sent % sentAtOnce === 0) await yieldToRequests();
  }
}

/** The lists with a change at a location of the user, for users without all locations. */
async function findConcerned(db: Queryable, followers: ReadonlySet<Follower>, range: repository.Range) {
  const scoped = new Set([...followers].flatMap(({ ctx, user_id }) => (scopeOf(ctx).all ? [] : [user_id])));
  const concerned = new Map<string, Set<ChangeList>>();
  for (const { user_id, list } of await repository.listConcerned(db, range, [...scoped]))
    concerned.set(user_id, (concerned.get(user_id) ?? new Set()).add(list));
  return concerned;
}

/** Says what a change has to do with the follower's own user. */
async function findNamed(db: Queryable, followers: ReadonlySet<Follower>, lists: Lists) {
  const users = new Set([...followers].map(({ user_id }) => user_id));
  const holders = new Set(
    await repository.listHolders(db, [...(lists.get('roles')?.rows ?? [])], [...users]),
  );
  const isNamed = (list: ChangeList, user_id: string) => {
    const changed = lists.get(list);
    return changed !== undefined && (changed.rows.has(user_id) || changed.own.has(user_id));
  };
  return ({ user_id }: Follower) => [
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
