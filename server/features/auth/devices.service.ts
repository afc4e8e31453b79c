import type { Transaction } from '../../platform/database/database.ts';
import type { AuthContext } from './context.ts';
import * as repository from './devices.repository.ts';
import { digest } from './one-time-secret.ts';

/**
 * A browser that signed somebody in keeps a random cookie. It lets that person's right password pass while
 * others guess at it; it is never a proof of who asks. Hashed with the person, so that rows of several
 * people at one PC do not show that they share it.
 */
export function deviceHash(user_id: string, device: string): string {
  return digest(`${user_id}:${device}`);
}

export function isKnownDevice(ctx: AuthContext, user_id: string): Promise<boolean> {
  return repository.isKnownDevice(ctx.app.database.read, user_id, deviceHash(user_id, ctx.device));
}

export function rememberDevice(tx: Transaction, ctx: AuthContext, user_id: string): Promise<void> {
  const seen_at = ctx.app.now().toISOString();
  return repository.rememberDevice(tx, { user_id, device_hash: deviceHash(user_id, ctx.device), seen_at });
}
