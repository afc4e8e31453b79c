import { systemContext } from '../../../kernel/access.ts';
import { auditUser, userSubject } from '../../../kernel/audit/audit.ts';
import type { App } from '../../../kernel/context.ts';
import type { Transaction } from '../../../kernel/database/database.ts';
import { notify } from '../../../kernel/notifications/notify.ts';
import * as repository from '../identities/invitations.repository.ts';

const remindMs = 2 * 86_400_000;
const remindedAtOnce = 500;

/** Recorded, because it changes the row of the invited user. Who sent it learns that the email was given up. */
export async function tellOfFailedInvitation(app: App, tx: Transaction, mail_id: string): Promise<void> {
  const invited = await repository.findByMail(tx, mail_id);
  if (!invited) return;
  const ctx = { ...systemContext(app, 'Server'), tx };
  auditUser(ctx, invited, 'invitation.failed');
  if (!invited.sent_by) return;
  notify(ctx, {
    ...{ kind: 'invitation_failed', subject: userSubject(invited) },
    receivers: { to: 'users', ids: [invited.sent_by] },
  });
}

/** The users whose invitation is in the email. */
export async function invitedByMail(tx: Transaction, mail_id: string): Promise<string[]> {
  const invited = await repository.findByMail(tx, mail_id);
  return invited ? [invited.id] : [];
}

/** Who sent them learns two days before that invitations expire. Those that work for less are left out. */
export async function remindOfInvitations(app: App): Promise<void> {
  const at = app.now();
  const from = at.toISOString();
  const to = new Date(at.getTime() + remindMs).toISOString();
  let isAnyLeft = true;
  while (isAnyLeft) {
    isAnyLeft = await app.database.write(async (tx) => {
      const { expiring, isFull } = await repository.takeExpiring(tx, { from, to, at: from }, remindedAtOnce);
      const ctx = { ...systemContext(app, 'Server'), tx };
      for (const { sent_by, sent_at, expires_at, ...user } of expiring) {
        if (Date.parse(expires_at) - Date.parse(sent_at) <= remindMs) continue;
        notify(ctx, {
          ...{ kind: 'invitation_expiring', subject: userSubject(user), isOneRow: true, act: expires_at },
          receivers: { to: 'users', ids: [sent_by] },
        });
      }
      return isFull;
    });
  }
}
