import { displayName } from '../../../contract/users.ts';
import { systemContext } from '../../kernel/access.ts';
import { audit, userSubject } from '../../kernel/audit/audit.ts';
import { change } from '../../kernel/change.ts';
import { type App, type InTransaction, now } from '../../kernel/context.ts';
import { notify } from '../../kernel/notifications/notify.ts';
import { momentInWords } from '../../platform/clock.ts';
import type { NamedCover } from './covers.repository.ts';
import * as repository from './covers.repository.ts';

export const reportEveryMs = 60_000;
const remindMs = 86_400_000;

/**
 * Records which covers have started and expired, at the moment at which they did, and tells who is concerned a day before
 * the end. Each once: of several servers one has the user. Access does not wait for it.
 */
export async function reportCovers(app: App): Promise<void> {
  const at = app.now();
  const soon = new Date(at.getTime() + remindMs).toISOString();
  const users = await repository.listDueUsers(app.database.read, at.toISOString(), soon);
  await app.faults.each(users, {
    what: 'users with covers to report',
    idOf: (user_id) => user_id,
    run: (user) =>
      change(systemContext(app, 'Server'), { user }, async (ctx) => {
        for (const cover of await repository.listDue(ctx.tx, user, now(ctx), soon)) await report(ctx, cover);
      }),
  });
}

async function report(ctx: InTransaction, cover: NamedCover): Promise<void> {
  const at = now(ctx);
  const { id, starts_at, ends_at, location_id } = cover;
  const subject = userSubject({ ...cover, id: cover.user_id });
  const isOver = ends_at <= at;
  if (cover.reported_start_at === null)
    audit(ctx, { action: 'cover.started', subject, at: starts_at, locations_added: [location_id] });
  if (isOver) audit(ctx, { action: 'cover.expired', subject, at: ends_at, locations_removed: [location_id] });
  else if (cover.reminded_at === null && Date.parse(ends_at) - Date.parse(at) <= remindMs)
    await remind(ctx, cover);
  repository.updateCover(ctx.tx, id, {
    reported_start_at: cover.reported_start_at ?? at,
    ...(isOver && { reported_end_at: at }),
    ...(!isOver && Date.parse(ends_at) - Date.parse(at) <= remindMs && { reminded_at: at }),
  });
}

async function remind(ctx: InTransaction, cover: NamedCover): Promise<void> {
  const { id, user_id, granted_by, location_id, location_name, ends_at, time_zone } = cover;
  const managers = await repository.listManagerIds(ctx.tx, location_id);
  const ids = [...new Set([user_id, ...(granted_by ? [granted_by] : []), ...managers])];
  notify(ctx, {
    ...{ kind: 'cover_ending', receivers: { to: 'users', ids }, isOneRow: true },
    subject: { type: 'cover', id, name: location_name },
    details: { name: displayName(cover), until: momentInWords(ends_at, time_zone), location_id },
  });
}
