import { type InTransaction, now } from '../../../kernel/context.ts';
import { digest } from '../keys/one-time-secret.pure.ts';
import type { AuthContext } from '../protocol/context.pure.ts';
import { insertDevice, isTrusted } from './trusted-devices.repository.ts';

/**
 * Null for a device without a complete sign-in. Attempts by strangers cannot lock the owner out on a trusted one. The
 * cookie does not prove an identity.
 */
export async function trustedDevice(ctx: AuthContext, user_id: string): Promise<string | null> {
  const device_hash = hash(ctx, user_id);
  return (await isTrusted(ctx.app.database.read, user_id, device_hash)) ? `device:${device_hash}` : null;
}

/** Call after a complete sign-in. */
export function trustDevice(ctx: InTransaction<AuthContext>, user_id: string): void {
  insertDevice(ctx.tx, { user_id, device_hash: hash(ctx, user_id), seen_at: now(ctx) });
}

/** With the user, so that the rows of several users of one PC do not show that they share it. */
function hash({ device }: AuthContext, user_id: string): string {
  return digest(`${user_id}:${device}`);
}
