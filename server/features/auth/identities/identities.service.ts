import type { InTransaction } from '../../../kernel/context.ts';
import type { Queryable } from '../../../kernel/database/database.ts';
import { fullNameOf } from '../protocol/bodies.schema.ts';
import { deleteIdentityRow, findIdentity, hasAnyIdentity, listByEmails } from './identities.repository.ts';

/** Profiles without an account do not count. */
export function hasAnyAccount(db: Queryable): Promise<boolean> {
  return hasAnyIdentity(db);
}

export async function listAccounts(db: Queryable, emails: readonly string[]): Promise<Map<string, string>> {
  return new Map((await listByEmails(db, emails)).map(({ email, id }) => [email, id]));
}

export async function signUpNameOf(db: Queryable, user_id: string): Promise<string | null> {
  const identity = await findIdentity(db, user_id);
  return identity ? fullNameOf(identity.user_metadata) : null;
}

/** Includes sessions, tokens and trusted devices. */
export async function deleteIdentity({ tx }: InTransaction, user_id: string): Promise<void> {
  await deleteIdentityRow(tx, user_id);
}
