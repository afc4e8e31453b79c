import { emailKey } from '../../../contract/fields.ts';
import { allPermissions } from '../../../contract/permissions.ts';
import type { InTransaction } from '../../kernel/context.ts';
import { pendingFirstAdmin } from './account-hooks.service.ts';
import { listAddresseeIds } from './addressees.repository.ts';
import { listPermissionsOf } from './users.repository.ts';

/**
 * What a mail to this address can open: every permission of those who sign in with it, who will once it is confirmed,
 * or for whom a profile waits.
 */
export async function permissionsOfAddressee(
  { app, tx }: InTransaction,
  address: string,
): Promise<readonly string[]> {
  const key = emailKey(address);
  // Whoever confirms this one becomes administrator by it.
  if (key === (await pendingFirstAdmin(tx, app.config))) return allPermissions;
  const held = new Set<string>();
  for (const id of await listAddresseeIds(tx, key)) {
    for (const permission of await listPermissionsOf(tx, id)) held.add(permission);
  }
  return [...held];
}
