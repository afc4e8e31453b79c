import type { Insertable, Updateable } from 'kysely';
import type { AuthUsersTable } from '../../../kernel/database/auth-schema.ts';
import type { Queryable, Transaction } from '../../../kernel/database/database.ts';
import { forUpdate } from '../../../kernel/database/query.ts';
import type { Identity } from '../protocol/user-object.ts';

const columns = [
  'auth_users.id',
  'auth_users.email',
  'auth_users.password_hash',
  'auth_users.email_confirmed_at',
  'auth_users.confirmation_sent_at',
  'auth_users.recovery_sent_at',
  'auth_users.new_email',
  'auth_users.email_change_sent_at',
  'auth_users.last_sign_in_at',
  'auth_users.user_metadata',
  'auth_users.created_at',
  'auth_users.updated_at',
] as const;

/** `email` is lower-cased by the caller. */
export function findByEmail(db: Queryable, email: string): Promise<Identity | undefined> {
  return db.selectFrom('auth_users').select(columns).where('email', '=', email).executeTakeFirst();
}

export function findIdentity(db: Queryable, id: string): Promise<Identity | undefined> {
  return db.selectFrom('auth_users').select(columns).where('id', '=', id).executeTakeFirst();
}

/** Locks the row: password, confirmation and deletion decide one after the other. */
export function lockIdentity(tx: Transaction, id: string): Promise<Identity | undefined> {
  const query = tx.selectFrom('auth_users').select(columns).where('id', '=', id);
  return forUpdate(tx, query).executeTakeFirst();
}

export async function findIdentityId(db: Queryable, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('auth_users').select('id').where('id', '=', id).executeTakeFirst();
  return row?.id;
}

export async function anyIdentity(db: Queryable): Promise<boolean> {
  const row = await db.selectFrom('auth_users').select('id').limit(1).executeTakeFirst();
  return row !== undefined;
}

/** Held to the end of the transaction: of several first sign-ups at once, one finds the system empty. */
export async function lockFirstAccount(tx: Transaction): Promise<void> {
  const query = tx.selectFrom('settings').select('key').where('key', '=', 'first_account_lock');
  await forUpdate(tx, query).executeTakeFirstOrThrow();
}

/**
 * Whether the user may sign in, from the one place that says so. Locked before identity and sessions, in
 * the order of deactivation, so that no session starts beside it. A user without a profile is active.
 */
export async function lockIsActive(tx: Transaction, id: string): Promise<boolean> {
  const query = tx.selectFrom('users').select('is_active').where('id', '=', id);
  const row = await forUpdate(tx, query).executeTakeFirst();
  return row?.is_active ?? true;
}

export async function isActive(db: Queryable, id: string): Promise<boolean> {
  const row = await db.selectFrom('users').select('is_active').where('id', '=', id).executeTakeFirst();
  return row?.is_active ?? true;
}

/** What the user is called now; null without a profile or a name. */
export async function findProfileName(db: Queryable, id: string): Promise<string | null> {
  const row = await db.selectFrom('users').select('full_name').where('id', '=', id).executeTakeFirst();
  return row?.full_name ?? null;
}

/** Whether somebody is active, may edit users, and holds every permission that the other one holds. */
export async function holdsAllOf(db: Queryable, id: string, other_id: string): Promise<boolean> {
  const permissionsOf = (user_id: string) =>
    db
      .selectFrom('user_roles')
      .innerJoin('role_permissions', 'role_permissions.role_id', 'user_roles.role_id')
      .select('role_permissions.permission')
      .where('user_roles.user_id', '=', user_id);
  const held = new Set((await permissionsOf(id).execute()).map((row) => row.permission));
  const theirs = await permissionsOf(other_id).execute();
  return held.has('users.update') && theirs.every((row) => held.has(row.permission)) && isActive(db, id);
}

/** False when the address or the id was taken meanwhile. */
export async function insertIdentity(tx: Transaction, row: Insertable<AuthUsersTable>): Promise<boolean> {
  const inserted = await tx
    .insertInto('auth_users')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function updateIdentity(
  tx: Transaction,
  id: string,
  change: Updateable<AuthUsersTable>,
): Promise<void> {
  await tx.updateTable('auth_users').set(change).where('id', '=', id).execute();
}

/** Forgets addresses that were asked for before the moment: their links have run out. */
export async function dropOldEmailChanges(tx: Transaction, before: string): Promise<void> {
  await tx
    .updateTable('auth_users')
    .set({ new_email: null, email_change_sent_at: null })
    .where('email_change_sent_at', '<', before)
    .execute();
}

/** Sessions, tokens and trusted devices go with it. */
export async function deleteIdentityRow(tx: Transaction, id: string): Promise<void> {
  await tx.deleteFrom('auth_users').where('id', '=', id).execute();
}
