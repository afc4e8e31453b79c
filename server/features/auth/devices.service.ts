import { now } from '../../platform/context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { AuthContext } from './context.ts';
import * as repository from './devices.repository.ts';
import { digest } from './one-time-secret.ts';

/**
 * A browser that signed somebody in keeps a random cookie. It lets that person's right password, and their right code
 * where it gave one before, pass while others guess at them; it is never a proof of who asks. Hashed with the person, so that rows of several
 * people at one PC do not show that they share it.
 */
export function deviceHash(user_id: string, device: string): string {
  return digest(`${user_id}:${device}`);
}

export async function isKnownDevice(ctx: AuthContext, user_id: string): Promise<boolean> {
  return (await find(ctx, user_id)) !== undefined;
}

/** Whether the person signed in there completely before, with the second factor that they have now. */
export async function isProvenDevice(ctx: AuthContext, user_id: string): Promise<boolean> {
  return Boolean((await find(ctx, user_id))?.second_factor_at);
}

/** `proven` when the second factor was given, too. */
export function rememberDevice(
  tx: Transaction,
  ctx: AuthContext,
  user_id: string,
  proof: 'password' | 'proven' = 'password',
): Promise<void> {
  const seen_at = now(ctx);
  const device_hash = deviceHash(user_id, ctx.device);
  const second_factor_at = proof === 'proven' ? seen_at : null;
  return repository.rememberDevice(tx, { user_id, device_hash, seen_at, second_factor_at });
}

function find(ctx: AuthContext, user_id: string) {
  return repository.findDevice(ctx.app.database.read, user_id, deviceHash(user_id, ctx.device));
}
