import { emailKey } from '../../../../contract/fields/email-key.ts';
import type { User } from '../../../../contract/users.ts';
import { type Authorized, requireAct, requirePermission } from '../../../kernel/access.ts';
import { auditUser } from '../../../kernel/audit/audit.ts';
import { change } from '../../../kernel/change.ts';
import { type InTransaction, now } from '../../../kernel/context.ts';
import { refuseFor } from '../../../kernel/rules.ts';
import { isUniqueViolation } from '../../../platform/database/query.ts';
import { findInvitation, withdrawInvitation } from '../../auth/accounts/account-invitations.service.ts';
import { startEmailCorrection } from '../../auth/accounts/email-change.service.ts';
import { deleteIdentity } from '../../auth/accounts/user-accounts.service.ts';
import { findManageable, notFound } from '../guards.service.ts';
import { consumeInvitation, sendInvitation } from '../invitations/invitations.service.ts';
import { readEmailHolders } from '../users.facts.service.ts';
import type * as repository from '../users.repository.ts';
import { whyNotCorrectEmail, whyNotEmail } from '../users.rules.ts';
import { emailTaken, findUser, writeEmail } from '../users.service.ts';

/**
 * Before the user joined, the email changes at once and a pending invitation is sent again. Afterwards it is
 * `waiting_email` until the new mailbox confirms it.
 * @throws ApiError 404, 403, 429; 409 for oneself, for a deactivated user and for an email that is taken.
 */
export async function correctEmail(
  ctx: Authorized<'users.update'>,
  id: string,
  email: string,
): Promise<User & { waiting_email: string | null }> {
  requireAct(ctx, 'correctEmail');
  try {
    return await change(ctx, { user: id }, async (ctx) => {
      const { tx } = ctx;
      const row = await findManageable(ctx, id);
      refuseFor(whyNotCorrectEmail(row, ctx.actor), 'conflict');
      const isSame = emailKey(email) === emailKey(row.email);
      if (!isSame) await requireFree(ctx, email);
      const hasJoined = (await findInvitation(tx, id, now(ctx)))?.state === 'joined';
      if (hasJoined) {
        if (!isSame) await consumeInvitation(ctx, id);
        await startEmailCorrection(ctx, id, emailKey(email));
      } else if (!isSame) await changeAtOnce(ctx, row, email);
      const user = (await findUser(ctx, id)) ?? notFound();
      return { ...user, waiting_email: hasJoined && !isSame ? email : null };
    });
  } catch (error) {
    // Another request took the email at the same moment.
    throw isUniqueViolation(error, { table: 'users', column: 'email_key' }) ? emailTaken() : error;
  }
}

async function requireFree({ tx }: InTransaction, email: string): Promise<void> {
  const { profile, account } = (await readEmailHolders(tx, [email]))(email);
  refuseFor(whyNotEmail(profile ?? account), 'email_taken', { path: 'email' });
}

type Locked = NonNullable<Awaited<ReturnType<typeof repository.findForChange>>>;

async function changeAtOnce(ctx: InTransaction, row: Locked, email: string): Promise<void> {
  const { id } = row;
  const wasInvited = (await findInvitation(ctx.tx, id, now(ctx)))?.state !== null;
  await withdrawInvitation(ctx, { id, email: row.email });
  // A link opened in the wrong mailbox gave a session, and could be requested again.
  const { joined_at } = await deleteIdentity(ctx, id);
  await writeEmail(ctx, row, email);
  auditUser(ctx, row, 'user.email_corrected', {
    ...{ before: { email: row.email, joined_at }, after: { email } },
  });
  if (wasInvited) await sendInvitation(requirePermission(ctx, 'users.invite'), id, 'mail');
}
