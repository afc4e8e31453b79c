import { type InTransaction, now } from '../../../kernel/context.ts';
import { deleteAllFactors } from '../identities/factors.repository.ts';
import { updateIdentity } from '../identities/identities.repository.ts';
import { deleteTokens } from '../identities/one-time-tokens.repository.ts';
import { nameAlone } from '../protocol/bodies.ts';
import type { Identity } from '../protocol/user-object.ts';
import { endSessionsOf } from '../sessions/sessions.service.ts';
import { forgetDevices } from '../sessions/trusted-devices.repository.ts';

/**
 * Confirms an identity for whoever holds the link that is being used, as if it were new: what was set up before may be
 * somebody else's, so password, second factor, recovery codes, sessions, trusted devices and links go. The caller holds
 * profile and identity.
 */
export async function startOver(ctx: InTransaction, identity: Identity): Promise<Identity> {
  const { tx } = ctx;
  const { id } = identity;
  await deleteAllFactors(tx, id);
  await forgetDevices(tx, id);
  await deleteTokens(tx, id, now(ctx));
  await endSessionsOf(tx, id, 'password_changed', { at: now(ctx) });
  const fresh = {
    password_hash: null,
    email_confirmed_at: identity.email_confirmed_at ?? now(ctx),
    new_email: null,
    email_change_sent_at: null,
    updated_at: now(ctx),
  };
  const user_metadata = nameAlone(identity.user_metadata);
  await updateIdentity(tx, id, { ...fresh, user_metadata: JSON.stringify(user_metadata) });
  return { ...identity, ...fresh, user_metadata };
}
