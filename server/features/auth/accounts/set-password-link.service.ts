import { emailKey } from '../../../../contract/fields/email-key.ts';
import type { InTransaction } from '../../../kernel/context.ts';
import { now } from '../../../kernel/context.ts';
import { recoveryLink } from '../identities/account.emails.ts';
import { findIdentity, insertIdentity, newIdentity } from '../identities/identities.repository.ts';
import { replaceToken } from '../identities/one-time-tokens.repository.ts';
import { newSecret } from '../keys/one-time-secret.pure.ts';

const linkLifetimeMs = 24 * 3_600_000;

/**
 * For an operator to pass on. Creates an account if there is none; using the link confirms it.
 * @throws Error when another account has the email.
 */
export async function createSetPasswordLink(
  ctx: InTransaction,
  user: { id: string; email: string; full_name: string | null },
): Promise<string> {
  const { tx } = ctx;
  const created_at = now(ctx);
  const email = emailKey(user.email);
  if (!(await findIdentity(tx, user.id))) {
    const user_metadata = user.full_name ? { full_name: user.full_name } : {};
    const identity = newIdentity({ id: user.id, email, user_metadata, created_at });
    if (!(await insertIdentity(tx, identity))) throw new Error(`Another account signs in as ${email}`);
  }
  const { secret, hash } = newSecret();
  await replaceToken(tx, {
    token_hash: hash,
    user_id: user.id,
    purpose: 'recovery',
    created_at,
    expires_at: new Date(ctx.app.now().getTime() + linkLifetimeMs).toISOString(),
  });
  return recoveryLink(ctx.app.config, secret);
}
