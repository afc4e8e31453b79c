import type { NotificationDetails } from '../../../contract/notifications/notifications.ts';
import { audit, userSubject } from '../../kernel/audit/audit.ts';
import { type InTransaction, now } from '../../kernel/context.ts';
import { notify } from '../../kernel/notifications/notify.ts';
import type { NamedCover } from './covers.repository.ts';
import * as repository from './covers.repository.ts';

type Ending = Pick<NamedCover, 'id' | 'user_id' | 'location_id' | 'starts_at' | 'location_name'> &
  Pick<NamedCover, 'full_name' | 'email'>;

/** Now, or before they start. Those that somebody else ended meanwhile are left as they are. */
export async function endCoversOf(
  ctx: InTransaction,
  covers: readonly Ending[],
  reason?: string,
): Promise<void> {
  if (covers.length === 0) return;
  const { actor, tx } = ctx;
  const at = now(ctx);
  const ids = covers.map(({ id }) => id);
  const by = { ended_by: actor.user_id, ended_by_name: actor.name };
  const ended = await repository.endCovers(tx, ids, { ended_at: at, reported_end_at: at, ...by });
  for (const { id, user_id, location_id, location_name, ...cover } of covers) {
    if (!ended.has(id)) continue;
    const is_upcoming = cover.starts_at > at;
    audit(ctx, {
      action: 'cover.ended',
      subject: userSubject({ ...cover, id: user_id }),
      details: { ...(is_upcoming && { is_upcoming }), ...(reason && { reason }) },
      locations_removed: [location_id],
    });
    tellUser(ctx, user_id, { act: 'ended', location: location_name });
  }
}

/** Of a user who leaves: theirs, and those that they granted and that have not started. Returns their ids. */
export async function endCoversOfUser(
  ctx: InTransaction,
  user_id: string,
  reason: string,
): Promise<string[]> {
  const covers = await repository.listEndedWith(ctx.tx, user_id, now(ctx));
  await endCoversOf(ctx, covers, reason);
  return covers.map(({ id }) => id);
}

export function tellUser(ctx: InTransaction, user_id: string, details: NotificationDetails): void {
  notify(ctx, {
    ...{
      kind: 'access_changed',
      act: 'cover',
      receivers: { to: 'users', ids: [user_id] },
      details: { what: 'cover', ...details },
    },
    subject: { type: 'account', id: null, name: '' },
  });
}
