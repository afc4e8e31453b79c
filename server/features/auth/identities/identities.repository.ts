import type { Updateable } from 'kysely';
import { mayAct } from '../../../../contract/access/acts.ts';
import type { AuthUsersTable } from '../../../kernel/database/auth-schema.ts';
import type { Queryable, Transaction } from '../../../kernel/database/database.ts';
import { forUpdate, isFound, isOneOf } from '../../../platform/database/query.ts';
import type { Identity } from '../protocol/user-object.pure.ts';

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

/** `email` is a key (`emailKey`). */
export function findByEmail(db: Queryable, email: string): Promise<Identity | undefined> {
  return db.selectFrom('auth_users').select(columns).where('email', '=', email).executeTakeFirst();
}

export async function listByEmails(db: Queryable, emails: readonly string[]) {
  if (emails.length === 0) return [];
  const query = db.selectFrom('auth_users').select(['id', 'email']);
  return query.where(isOneOf(db, 'email', emails, 'text')).execute();
}

export function findIdentity(db: Queryable, id: string): Promise<Identity | undefined> {
  return db.selectFrom('auth_users').select(columns).where('id', '=', id).executeTakeFirst();
}

/** Locks the row, so that changes of password, confirmation and deletion run one after the other. */
export function lockIdentity(tx: Transaction, id: string): Promise<Identity | undefined> {
  const query = tx.selectFrom('auth_users').select(columns).where('id', '=', id);
  return forUpdate(tx, query).executeTakeFirst();
}

export function isIdentity(db: Queryable, id: string): Promise<boolean> {
  return isFound(db.selectFrom('auth_users').select('id').where('id', '=', id));
}

export function hasAnyIdentity(db: Queryable): Promise<boolean> {
  return isFound(db.selectFrom('auth_users').select('id').limit(1));
}

/** Makes concurrent first sign-ups wait for each other, so that only one finds the system empty. */
export async function lockFirstAccount(tx: Transaction): Promise<void> {
  const query = tx.selectFrom('settings').select('key').where('key', '=', 'first_account_lock');
  await forUpdate(tx, query).executeTakeFirstOrThrow();
}

/**
 * True without a profile. Profiles are locked before identities and sessions, in the same order as a deactivation, so
 * that no session starts during one.
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

/** The user with this email, who may have no account yet. */
export function findHolder(db: Queryable, email_key: string) {
  const query = db.selectFrom('users').select(['id', 'is_active']).where('email_key', '=', email_key);
  return query.executeTakeFirst();
}

export async function findProfileName(db: Queryable, id: string): Promise<string | null> {
  const row = await db.selectFrom('users').select('full_name').where('id', '=', id).executeTakeFirst();
  return row?.full_name ?? null;
}

/** Also whether they are active and may correct emails. */
export async function holdsAllPermissionsOf(db: Queryable, id: string, other_id: string): Promise<boolean> {
  const permissionsOf = (user_id: string) =>
    db
      .selectFrom('user_roles')
      .innerJoin('role_permissions', 'role_permissions.role_id', 'user_roles.role_id')
      .select('role_permissions.permission')
      .where('user_roles.user_id', '=', user_id);
  const own = new Set((await permissionsOf(id).execute()).map((row) => row.permission));
  const theirs = await permissionsOf(other_id).execute();
  const mayCorrect = mayAct('correctEmail', (permission) => own.has(permission));
  return mayCorrect && theirs.every((row) => own.has(row.permission)) && isActive(db, id);
}

/** Who may give themselves every permission is no user whom an email may connect. */
export function mayRaiseThemselves(db: Queryable, id: string): Promise<boolean> {
  return isFound(
    db
      .selectFrom('user_roles')
      .innerJoin('role_permissions', 'role_permissions.role_id', 'user_roles.role_id')
      .select('permission')
      .where('user_id', '=', id)
      .where('permission', 'in', ['roles.manage', 'sso.manage', 'sso.bypass'])
      .limit(1),
  );
}

export function newIdentity(
  given: Pick<Identity, 'id' | 'email' | 'user_metadata' | 'created_at'> & Partial<Identity>,
): Identity {
  return {
    password_hash: null,
    email_confirmed_at: null,
    confirmation_sent_at: null,
    recovery_sent_at: null,
    new_email: null,
    email_change_sent_at: null,
    last_sign_in_at: null,
    updated_at: given.created_at,
    ...given,
  };
}

/** False when the email or the id is taken. */
export function insertIdentity(tx: Transaction, identity: Identity): Promise<boolean> {
  const row = { ...identity, user_metadata: JSON.stringify(identity.user_metadata) };
  const query = tx.insertInto('auth_users').values(row).returning('id');
  return isFound(query.onConflict((conflict) => conflict.doNothing()));
}

export function updateIdentity(tx: Transaction, id: string, change: Updateable<AuthUsersTable>): void {
  tx.later(tx.updateTable('auth_users').set(change).where('id', '=', id).execute());
}

/** Their links have expired. */
export async function dropOldEmailChanges(tx: Transaction, before: string): Promise<void> {
  await tx
    .updateTable('auth_users')
    .set({ new_email: null, email_change_sent_at: null })
    .where('email_change_sent_at', '<', before)
    .execute();
}

/** Foreign keys delete sessions, tokens and trusted devices. Returns when its email was confirmed. */
export async function deleteIdentityRow(tx: Transaction, id: string): Promise<string | null> {
  const query = tx.deleteFrom('auth_users').where('id', '=', id).returning('email_confirmed_at');
  return (await query.executeTakeFirst())?.email_confirmed_at ?? null;
}
