import type { AuthDevicesTable } from '../../../kernel/database/auth-schema.ts';
import type { Queryable, Transaction } from '../../../kernel/database/database.ts';
import { isFound } from '../../../platform/database/query.ts';

const maxPerUser = 20;

export function isTrusted(db: Queryable, user_id: string, device_hash: string): Promise<boolean> {
  const devices = db.selectFrom('auth_devices').select('seen_at').where('user_id', '=', user_id);
  return isFound(devices.where('device_hash', '=', device_hash));
}

export async function listDevices(db: Queryable, user_id: string): Promise<string[]> {
  const query = db.selectFrom('auth_devices').select('device_hash').where('user_id', '=', user_id);
  return (await query.execute()).map((row) => row.device_hash);
}

/** Deletes those over the limit. The last used ones stay. */
export function insertDevice(tx: Transaction, device: AuthDevicesTable): void {
  const { user_id, seen_at } = device;
  const insert = tx
    .insertInto('auth_devices')
    .values(device)
    .onConflict((conflict) => conflict.columns(['user_id', 'device_hash']).doUpdateSet({ seen_at }));
  tx.later(insert.execute());
  const surplus = tx
    .selectFrom('auth_devices')
    .select('device_hash')
    .where('user_id', '=', user_id)
    .orderBy('seen_at', 'desc')
    .orderBy('device_hash')
    .limit(1000)
    .offset(maxPerUser);
  const devices = tx.deleteFrom('auth_devices').where('user_id', '=', user_id);
  tx.later(devices.where('device_hash', 'in', surplus).execute());
}

export async function deleteTrustedDevices(tx: Transaction, user_id: string): Promise<void> {
  await tx.deleteFrom('auth_devices').where('user_id', '=', user_id).execute();
}
