import { type InTransaction, now } from '../../../kernel/context.ts';
import type { Queryable } from '../../../kernel/database/database.ts';
import { deleteAllFactors, findSetUpTime, isFactorRequired } from '../identities/factors.repository.ts';
import { lockIdentity } from '../identities/identities.repository.ts';
import { endSessionsOf } from '../sessions/sessions.service.ts';
import { factorResetMail } from './second-factor-emails.ts';

/** What signing in asks of a user, and since when they can give it. For other features; decides nothing. */
export async function secondFactorOf(db: Queryable, user_id: string) {
  const set_up_at = (await findSetUpTime(db, user_id)) ?? null;
  return { is_set_up: set_up_at !== null, set_up_at, is_required: await isFactorRequired(db, user_id) };
}

/**
 * Takes a user's second factor away in the caller's transaction, with the recovery codes; ends their sessions and
 * tells them by email. The caller has decided that it may be done, holds the profile, and writes it down. False, and
 * nothing done, when there is none.
 */
export async function removeSecondFactor(ctx: InTransaction, user_id: string): Promise<boolean> {
  const { tx } = ctx;
  const identity = await lockIdentity(tx, user_id);
  if (!identity || !(await deleteAllFactors(tx, user_id))) return false;
  await endSessionsOf(tx, user_id, 'factor_reset', { at: now(ctx) });
  await ctx.app.mailer.enqueue(tx, factorResetMail(ctx.app.config, identity.email));
  return true;
}
