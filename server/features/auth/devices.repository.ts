import type { Selectable } from 'kysely';
import type { AuthDevicesTable } from '../../platform/database/auth-schema.ts';
import type { Queryable, Transaction } from '../../platform/database/database.ts';

type Device = Selectable<AuthDevicesTable>;

const keptPerPerson = 20;

export function findDevice(db: Queryable, user_id: string, device_hash: string): Promise<Device | undefined> {
  return db
    .selectFrom('auth_devices')
    .select(['user_id', 'device_hash', 'seen_at', 'second_factor_at'])
    .where('user_id', '=', user_id)
    .where('device_hash', '=', device_hash)
    .executeTakeFirst();
}

/** What a browser has proven before stays when it only signs in again. */
export async function rememberDevice(tx: Transaction, device: Device): Promise<void> {
  const { user_id, seen_at, second_factor_at } = device;
  await tx
    .insertInto('auth_devices')
    .values(device)
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'device_hash'])
        .doUpdateSet({ seen_at, ...(second_factor_at && { second_factor_at }) }),
    )
    .execute();
  const surplus = tx
    .selectFrom('auth_devices')
    .select('device_hash')
    .where('user_id', '=', user_id)
    // Whoever knows the password alone must not be able to push out the owner's browsers.
    .orderBy((eb) => eb.case().when('second_factor_at', 'is', null).then(1).else(0).end())
    .orderBy('seen_at', 'desc')
    .orderBy('device_hash')
    .limit(1000)
    .offset(keptPerPerson);
  await tx
    .deleteFrom('auth_devices')
    .where('user_id', '=', user_id)
    .where('device_hash', 'in', surplus)
    .execute();
}

export async function forgetDevices(tx: Transaction, user_id: string): Promise<void> {
  await tx.deleteFrom('auth_devices').where('user_id', '=', user_id).execute();
}

/** The second factor that they gave is gone. */
export async function forgetProofs(tx: Transaction, user_id: string): Promise<void> {
  await tx
    .updateTable('auth_devices')
    .set({ second_factor_at: null })
    .where('user_id', '=', user_id)
    .execute();
}
