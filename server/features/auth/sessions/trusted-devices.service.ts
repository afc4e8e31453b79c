import { type InTransaction, now } from '../../../kernel/context.ts';
import { digest } from '../keys/one-time-secret.ts';
import type { AuthContext } from '../protocol/context.ts';
import { insertDevice, isTrusted } from './trusted-devices.repository.ts';

/**
 * The key under which attempts from a trusted device count, or null on any other device. A device is trusted where the
 * user signed in completely, with the second factor if they have one. There, strangers' attempts cannot lock the owner
 * out; what the device sends proves nothing about who asks.
 */
export async function trustedDevice(ctx: AuthContext, user_id: string): Promise<string | null> {
  const device_hash = hash(ctx, user_id);
  return (await isTrusted(ctx.app.database.read, user_id, device_hash)) ? `device:${device_hash}` : null;
}

/** For a user who has just signed in completely. */
export function trustDevice(ctx: InTransaction<AuthContext>, user_id: string): Promise<void> {
  return insertDevice(ctx.tx, { user_id, device_hash: hash(ctx, user_id), seen_at: now(ctx) });
}

/** With the user in it, so that the rows of several users at one PC do not show that they share it. */
function hash({ device }: AuthContext, user_id: string): string {
  return digest(`${user_id}:${device}`);
}
