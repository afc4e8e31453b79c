import { kindOf, type NotificationKind } from '../../../contract/notifications/notification-kinds.ts';
import { orderedId } from '../../platform/uuid.ts';
import { type InTransaction, now } from '../context.ts';
import type { Ending } from '../database/database.ts';
import { insertOf } from '../database/database.ts';
import type { NoticeReceivers, StoredNotice } from '../database/schema.ts';

export interface Notice extends Partial<Pick<StoredNotice, 'details' | 'act' | 'about_id' | 'email'>> {
  kind: NotificationKind;
  /** To `locations`: of a kind with `ofLocation`, which their managers or users read. */
  receivers: { to: NoticeReceivers; ids: readonly string[] };
  /** Receivers read it only while they see the subject; an `account` is their own. A notice of a location is about that. */
  subject: StoredNotice['subject'];
  /** One row, whatever happens to the subject and when. At a location: one for this act, and told once. */
  isOneRow?: boolean;
  /** The act sends an email of its own, so that none follows at once. */
  hasOwnEmail?: boolean;
}

/** Acts of one kind on one subject within this time are told as one. */
export const intervalMs = 600_000;

export const intervalOf = (at: string) => Math.floor(Date.parse(at) / intervalMs);

/** One row for a transaction, whatever its notices say and however many they are for. */
const outbox: Ending<StoredNotice> = {
  order: 1,
  save(tx, notices) {
    const at = notices[0]?.at ?? '';
    const row = { id: orderedId(at), at, notices: JSON.stringify(notices), failed_at: null };
    tx.later(insertOf('notice_outbox', row).execute(tx));
  },
};

/**
 * Tells users what concerns them, never the actor, unless it is about security. It is saved with the transaction; a server
 * finds the receivers behind the commit.
 */
export function notify(ctx: InTransaction, notice: Notice): void {
  const { kind, receivers, subject, act = '', about_id = null, email = null } = notice;
  if (receivers.ids.length === 0) return;
  const at = now(ctx);
  // What a run says about itself is a row of its own.
  const run_id = (kind !== 'run' && ctx.request.run_id) || null;
  const details = { ...notice.details, ...(run_id && { by: ctx.actor.name }) };
  const about = `${kind}:${subject.id ?? ''}:${act}`;
  const key = notice.isOneRow ? about : `${about}:${intervalOf(at)}`;
  const { database, notices } = ctx.app;
  database.collect(outbox, {
    ...{ kind, receivers, subject, details, act, about_id, run_id, email, at },
    actor_id: kindOf(kind).isFixed ? null : ctx.actor.user_id,
    has_own_email: notice.hasOwnEmail ?? false,
    is_one_row: notice.isOneRow ?? false,
    merge_key: run_id ? `run:${run_id}:${kind}` : key,
  });
  database.afterCommit(notices.wake);
}
