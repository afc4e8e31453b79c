import type { InTransaction } from '../../../kernel/context.ts';
import type { Queryable } from '../../../kernel/database/database.ts';
import { deleteAllFactors, findSetUpTime, isFactorRequired } from '../identities/factors.repository.ts';
import { lockIdentity } from '../identities/identities.repository.ts';
import { endSessionsWithReason } from '../sessions/session-lifecycle.service.ts';
import { factorResetEmail } from './second-factor.emails.ts';

/** Whether the user has a second factor, since when, and whether a role requires one. For other features. */
export async function secondFactorOf(db: Queryable, user_id: string) {
  const set_up_at = (await findSetUpTime(db, user_id)) ?? null;
  return { is_set_up: set_up_at !== null, set_up_at, is_required: await isFactorRequired(db, user_id) };
}

/**
 * Resets a user's second factor: removes it with the recovery codes, ends their sessions and sends them an email. The
 * caller has checked the actor's permission, has locked the profile, and writes the audit entry. Returns false,
 * without a change, when there is none.
 */
export async function removeSecondFactor(ctx: InTransaction, user_id: string): Promise<boolean> {
  const { tx } = ctx;
  const identity = await lockIdentity(tx, user_id);
  if (!identity || !(await deleteAllFactors(tx, user_id))) return false;
  await endSessionsWithReason(ctx, user_id, 'factor_reset');
  await ctx.app.mailer.enqueue(tx, factorResetEmail(ctx.app.config, identity.email));
  return true;
}
