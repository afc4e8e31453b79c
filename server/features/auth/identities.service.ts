import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { anyIdentity, deleteIdentityRow } from './identities.repository.ts';

/** Whether somebody can sign in already; profiles alone do not count (design section 6). */
export function anyIdentityExists(db: Queryable): Promise<boolean> {
  return anyIdentity(db);
}

/** Removes a person's identity with sessions, tokens and known browsers, in the caller's transaction. */
export async function deleteIdentity(tx: Transaction, user_id: string): Promise<void> {
  await deleteIdentityRow(tx, user_id);
}
