import { change } from '../../../kernel/change.ts';
import { type InTransaction, now } from '../../../kernel/context.ts';
import { recoveryEmail } from '../identities/account.emails.ts';
import {
  findByEmail,
  lockIdentity,
  lockIsActive,
  updateIdentity,
} from '../identities/identities.repository.ts';
import { replaceToken } from '../identities/one-time-tokens.repository.ts';
import { addRequest, type LaterRequest } from '../identities/requests.repository.ts';
import { newSecret } from '../keys/one-time-secret.pure.ts';
import type { AuthContext, HookedContext } from '../protocol/context.pure.ts';
import { consumeNetworkAttempt, mayEmail } from '../protocol/limits.service.ts';
import { recordRecoveryRequest } from '../sessions/sign-in-audit.service.ts';

const linkLifetimeMs = 3_600_000;

/** Neither the answer nor the server's load shows whether the email has an account; nor does the limit. */
export async function requestRecovery(ctx: AuthContext, email: string): Promise<void> {
  await consumeNetworkAttempt(ctx, 'recover');
  if (!(await mayEmail(ctx, 'recovery', email))) return;
  await change(ctx, {}, (ctx) => addRequest(ctx, { kind: 'recovery', email }));
}

export async function sendRecoveryLink(
  ctx: InTransaction<HookedContext>,
  { email }: LaterRequest,
): Promise<void> {
  const { tx } = ctx;
  const created_at = now(ctx);
  const expires_at = new Date(ctx.app.now().getTime() + linkLifetimeMs).toISOString();
  const { secret, hash } = newSecret();
  const identity = await findByEmail(tx, email);
  // Locked, so that no link is created during a deactivation and works after the next activation.
  const isActive = identity !== undefined && (await lockIsActive(tx, identity.id));
  await recordRecoveryRequest(ctx, email, identity);
  if (!identity?.email_confirmed_at || !isActive) return;
  // The account may have been deleted meanwhile.
  if (!(await lockIdentity(tx, identity.id))) return;
  updateIdentity(tx, identity.id, { recovery_sent_at: created_at });
  await replaceToken(tx, {
    token_hash: hash,
    user_id: identity.id,
    purpose: 'recovery',
    created_at,
    expires_at,
  });
  await ctx.app.mailer.enqueue(tx, recoveryEmail(ctx.app.config, email, secret));
}
