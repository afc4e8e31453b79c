import { systemContext } from '../../../kernel/access.ts';
import { auditUser, userSubject } from '../../../kernel/audit/audit.ts';
import { type App, type Context, type InTransaction, now } from '../../../kernel/context.ts';
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
  let some: Expiring[];
  let after: string | undefined;
  do {
    some = await repository.listExpiring(app.database.read, { from, to, after }, remindedAtOnce);
    await app.faults.together(some, {
      what: 'invitations that expire',
      idOf: ({ id }) => id,
      run: (some) => app.database.write((tx) => remind({ ...systemContext(app, 'Server'), tx }, some)),
      giveUp: (one) => app.database.write((tx) => repository.markReminded(tx, one, from)),
    });
    after = some.at(-1)?.id;
  } while (some.length === remindedAtOnce);
}

type Expiring = Awaited<ReturnType<typeof repository.listExpiring>>[number];

/** Of several processes one marks each, because the others wait and then find it marked. */
async function remind(ctx: InTransaction<Context>, some: readonly Expiring[]): Promise<void> {
  for (const one of some) {
    const { sent_by, sent_at, expires_at, ...user } = one;
    if (!(await repository.markReminded(ctx.tx, one, now(ctx))) || sent_by === null) continue;
    if (Date.parse(expires_at) - Date.parse(sent_at) <= remindMs) continue;
    notify(ctx, {
      ...{ kind: 'invitation_expiring', subject: userSubject(user), isOneRow: true, act: expires_at },
      receivers: { to: 'users', ids: [sent_by] },
    });
  }
}
