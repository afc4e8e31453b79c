import { allPermissions } from '../../../../contract/access/permissions.ts';
import { emailKey } from '../../../../contract/fields/fields.ts';
import type { InTransaction } from '../../../kernel/context.ts';
import { listPermissionsOf } from '../users.repository.ts';
import { pendingFirstAdmin } from './account-hooks.service.ts';
import { listReceiverIds } from './receivers.repository.ts';

/**
 * All permissions that the links in a message to this email can give: those of the users who sign in with it, will
 * once they confirm it, or have a profile with it.
 */
export async function permissionsOfReceiver(
  { app, tx }: InTransaction,
  email: string,
): Promise<readonly string[]> {
  const key = emailKey(email);
  // Confirming this email makes an administrator.
  if (key === (await pendingFirstAdmin(tx, app.config))) return allPermissions;
  const held = new Set<string>();
  for (const id of await listReceiverIds(tx, key)) {
    for (const permission of await listPermissionsOf(tx, id)) held.add(permission);
  }
  return [...held];
}
