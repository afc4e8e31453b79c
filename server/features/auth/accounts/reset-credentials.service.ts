import { type InTransaction, now } from '../../../kernel/context.ts';
import { deleteAllFactors } from '../identities/factors.repository.ts';
import { updateIdentity } from '../identities/identities.repository.ts';
import { deleteTokens } from '../identities/one-time-tokens.repository.ts';
import { keepNameOnly } from '../protocol/bodies.schema.ts';
import type { Identity } from '../protocol/user-object.pure.ts';
import { endSessionsWithReason } from '../sessions/session-lifecycle.service.ts';
import { deleteTrustedDevices } from '../sessions/trusted-devices.repository.ts';

/**
 * For the first use of a link by the owner of the mailbox: somebody else may have set up everything before. The caller
 * has locked profile and identity.
 */
export async function resetCredentials(ctx: InTransaction, identity: Identity): Promise<Identity> {
  const { tx } = ctx;
  const { id } = identity;
  await deleteAllFactors(tx, id);
  await deleteTrustedDevices(tx, id);
  await deleteTokens(tx, id, now(ctx));
  await endSessionsWithReason(ctx, id, 'password_changed');
  const reset = {
    password_hash: null,
    email_confirmed_at: identity.email_confirmed_at ?? now(ctx),
    new_email: null,
    email_change_sent_at: null,
    updated_at: now(ctx),
  };
  const user_metadata = keepNameOnly(identity.user_metadata);
  updateIdentity(tx, id, { ...reset, user_metadata: JSON.stringify(user_metadata) });
  return { ...identity, ...reset, user_metadata };
}
