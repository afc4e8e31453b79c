import type { InTransaction } from '../../../kernel/context.ts';
import type { Queryable } from '../../../kernel/database/database.ts';
import { deleteAllFactors, findSetUpTime, isFactorRequired } from '../identities/factors.repository.ts';
import { lockIdentity } from '../identities/identities.repository.ts';
import { endSessionsWithReason } from '../sessions/session-lifecycle.service.ts';
import { factorResetEmail } from './second-factor.emails.ts';

/** For other features. */
export async function secondFactorOf(db: Queryable, user_id: string) {
  const set_up_at = (await findSetUpTime(db, user_id)) ?? null;
  return { is_set_up: set_up_at !== null, set_up_at, is_required: await isFactorRequired(db, user_id) };
}

/**
 * False when there is none. Ends the sessions and sends an email. The caller has checked the actor and locked the
 * profile, and writes the audit entry.
 */
export async function removeSecondFactor(ctx: InTransaction, user_id: string): Promise<boolean> {
  const { tx } = ctx;
  const identity = await lockIdentity(tx, user_id);
  if (!identity || !(await deleteAllFactors(tx, user_id))) return false;
  await endSessionsWithReason(ctx, user_id, 'factor_reset');
  await ctx.app.mailer.enqueue(tx, factorResetEmail(ctx.app.config, identity.email));
  return true;
}
