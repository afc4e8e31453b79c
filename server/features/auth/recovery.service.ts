import { now } from '../../platform/context.ts';
import type { AuthContext } from './context.ts';
import { findByEmail, lockIdentity, lockIsActive, updateIdentity } from './identities.repository.ts';
import { mayMail, spendNetwork } from './limits.service.ts';
import { recoveryMail } from './mails.ts';
import { newSecret } from './one-time-secret.ts';
import { replaceToken } from './one-time-tokens.repository.ts';
import { recordRecoveryRequest } from './sign-in-audit.ts';

const linkLifetimeMs = 3_600_000;

/**
 * Mails a link to set a new password, if the address belongs to an active account. The answer never tells:
 * what depends on the account happens after it, and an address over its budget is answered the same.
 */
export async function requestRecovery(ctx: AuthContext, email: string): Promise<void> {
  await spendNetwork(ctx, 'recover');
  if (await mayMail(ctx, 'recovery', email)) ctx.inBackground(() => sendLink(ctx, email));
}

function sendLink(ctx: AuthContext, email: string): Promise<void> {
  const created_at = now(ctx);
  const expires_at = new Date(ctx.app.now().getTime() + linkLifetimeMs).toISOString();
  const { secret, hash } = newSecret();
  return ctx.app.database.write(async (tx) => {
    const identity = await findByEmail(tx, email);
    await recordRecoveryRequest(tx, ctx, email, identity);
    // Locked: a link made beside a deactivation must not wait for the activation.
    if (!identity?.email_confirmed_at || !(await lockIsActive(tx, identity.id))) return;
    // Nor beside a deletion, which leaves nobody whose link it could be.
    if (!(await lockIdentity(tx, identity.id))) return;
    await updateIdentity(tx, identity.id, { recovery_sent_at: created_at });
    await replaceToken(tx, {
      token_hash: hash,
      user_id: identity.id,
      purpose: 'recovery',
      created_at,
      expires_at,
    });
    await ctx.app.mailer.enqueue(tx, recoveryMail(ctx.app.config, email, secret));
  });
}
