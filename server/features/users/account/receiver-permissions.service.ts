import { allPermissions } from '../../../../contract/access/permissions.ts';
import { emailKey } from '../../../../contract/fields/email-key.ts';
import type { InTransaction } from '../../../kernel/context.ts';
import { listPermissionsOf, listReceiverIds } from '../users.repository.ts';
import { pendingFirstAdmin } from './account-hooks.service.ts';

/** All permissions that the links in a message to this email can give, now or once it is confirmed. */
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
