import type { Queryable, Transaction } from '../../../kernel/database/database.ts';
import { fullNameOf } from '../protocol/bodies.ts';
import { anyIdentity, deleteIdentityRow, findByEmail, findIdentity } from './identities.repository.ts';

/** Whether somebody can sign in already; profiles alone do not count (design section 6). */
export function anyIdentityExists(db: Queryable): Promise<boolean> {
  return anyIdentity(db);
}

/** Whether somebody signs in with the email. */
export async function hasAccount(db: Queryable, email_key: string): Promise<boolean> {
  return (await findByEmail(db, email_key)) !== undefined;
}

/** The name that somebody gave when they signed up; null without one. */
export async function signUpNameOf(db: Queryable, user_id: string): Promise<string | null> {
  const identity = await findIdentity(db, user_id);
  return identity ? fullNameOf(identity.user_metadata) : null;
}

/** Removes a user's identity with sessions, tokens and trusted devices, in the caller's transaction. */
export async function deleteIdentity(tx: Transaction, user_id: string): Promise<void> {
  await deleteIdentityRow(tx, user_id);
}
