import { type EmailTime, kindOf, type NotificationKind } from '../../../contract/notification-kinds.ts';
import type { NotificationDetails } from '../../../contract/notifications.ts';
import { recordNotices } from '../changes/record-change.ts';
import { type InTransaction, now } from '../context.ts';
import type { NotificationSubjectType } from '../database/schema.ts';
import { notices, type Receivers } from './notices.ts';

export interface Notice {
  kind: NotificationKind;
  receivers: Receivers;
  /** Receivers read it only while they see the subject; an `account` is their own. Managers are told of their location. */
  subject: { type: NotificationSubjectType; id: string | null; name: string };
  location_id?: string;
  details?: NotificationDetails;
  /** What else keeps two acts apart within ten minutes: joined, left. */
  act?: string;
  /** One row, whatever happens to the subject and when. */
  isOneRow?: boolean;
  /** Another user who does not get it. */
  except?: string | null;
  /** What counts for receivers who chose nothing. */
  email?: EmailTime;
  /** The act sends an email of its own, so that none follows at once. */
  hasOwnEmail?: boolean;
}

const intervalMs = 600_000;

/**
 * Tells users what concerns them, never the actor: saved with the transaction, at its end. Acts of one kind on one
 * subject within ten minutes are one row, and so are those of a run.
 */
export function notify(ctx: InTransaction, notice: Notice): void {
  const { kind, receivers, subject, details = {}, location_id = null, hasOwnEmail = false } = notice;
  if (receivers.ids.length === 0) return;
  const { bell, email, isFixed, isEmailChosenElsewhere = false } = kindOf(kind);
  const at = now(ctx);
  // What a run says about itself is a row of its own.
  const run = kind === 'run' ? undefined : ctx.request.run_id;
  ctx.app.database.collect(notices, {
    ...{ kind, receivers, subject, location_id, hasOwnEmail, at },
    except: { actor: isFixed ? null : ctx.actor.user_id, other: notice.except ?? null },
    details: run ? { ...details, in_run: true } : details,
    is_in_bell: bell,
    email: notice.email ?? email,
    isEmailChosen: isEmailChosenElsewhere,
    merge_key: run ? `run:${run}:${kind}` : keyOf(notice, at),
    isKeyPerLocation: !run && receivers.to === 'managers_of',
  });
  recordNotices(ctx, at);
}

function keyOf({ kind, subject, act = '', isOneRow }: Notice, at: string): string {
  const about = `${kind}:${subject.id ?? ''}:${act}`;
  return isOneRow ? about : `${about}:${Math.floor(Date.parse(at) / intervalMs)}`;
}
