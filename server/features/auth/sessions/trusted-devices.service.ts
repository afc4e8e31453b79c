import { type InTransaction, now, originOf } from '../../../kernel/context.ts';
import { notify } from '../../../kernel/notifications/notify.ts';
import { deviceName } from '../../../platform/device-name.ts';
import { digest } from '../keys/one-time-secret.pure.ts';
import type { AuthContext } from '../protocol/context.pure.ts';
import { hasSessionFrom } from './sessions.repository.ts';
import { insertDevice, isTrusted, listDevices } from './trusted-devices.repository.ts';

/**
 * Null for a device without a complete sign-in. Attempts by strangers cannot lock the owner out on a trusted one. The
 * cookie does not prove an identity.
 */
export async function trustedDevice(ctx: AuthContext, user_id: string): Promise<string | null> {
  const device_hash = hash(ctx, user_id);
  return (await isTrusted(ctx.app.database.read, user_id, device_hash)) ? `device:${device_hash}` : null;
}

/**
 * Whether the user signed in completely on others only. False for the first one, and for a program that keeps no cookies
 * where it ran before: it would be new each night.
 */
export async function isNewDevice(
  ctx: InTransaction<AuthContext>,
  user_id: string,
  session_id: string | null = null,
): Promise<boolean> {
  const known = await listDevices(ctx.tx, user_id);
  if (known.length === 0 || known.includes(hash(ctx, user_id))) return false;
  const origin = originOf(ctx);
  if (origin.user_agent.startsWith('Mozilla/')) return true;
  return !(await hasSessionFrom(ctx.tx, user_id, { ...origin, except: session_id }));
}

/** Call after a complete sign-in. The user is told of a new device. */
export function trustDevice(ctx: InTransaction<AuthContext>, user_id: string, isNew = false): void {
  if (isNew) {
    notify(ctx, {
      ...{ kind: 'security', receivers: { to: 'users', ids: [user_id] }, act: 'new_device' },
      ...{ subject: { type: 'account', id: null, name: '' } },
      details: { what: 'new_device', device: deviceName(ctx.request.user_agent) },
    });
  }
  insertDevice(ctx.tx, { user_id, device_hash: hash(ctx, user_id), seen_at: now(ctx) });
}

/** With the user, so that the rows of several users of one PC do not show that they share it. */
function hash({ device }: AuthContext, user_id: string): string {
  return digest(`${user_id}:${device}`);
}
