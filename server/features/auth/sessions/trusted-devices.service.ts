import { type InTransaction, now } from '../../../kernel/context.ts';
import { digest } from '../keys/one-time-secret.pure.ts';
import type { AuthContext } from '../protocol/context.pure.ts';
import { insertDevice, isTrusted } from './trusted-devices.repository.ts';

/**
 * The key that counts the attempts from a trusted device; null for any other device. A device is trusted after a
 * complete sign-in, with the second factor if the user has one. Attempts by strangers cannot lock the owner out
 * there. The cookie does not prove an identity.
 */
export async function trustedDevice(ctx: AuthContext, user_id: string): Promise<string | null> {
  const device_hash = hash(ctx, user_id);
  return (await isTrusted(ctx.app.database.read, user_id, device_hash)) ? `device:${device_hash}` : null;
}

/** Trusts this device. Call after a complete sign-in. */
export function trustDevice(ctx: InTransaction<AuthContext>, user_id: string): Promise<void> {
  return insertDevice(ctx.tx, { user_id, device_hash: hash(ctx, user_id), seen_at: now(ctx) });
}

/** The hash includes the user, so that the rows of several users of one PC do not show that they share it. */
function hash({ device }: AuthContext, user_id: string): string {
  return digest(`${user_id}:${device}`);
}
