import type { Queryable, Transaction } from '../../../kernel/database/database.ts';
import { forUpdate, isOneOf } from '../../../kernel/database/query.ts';

const stamp = ['updated_at', 'updated_by', 'updated_by_name'] as const;

/** These users. The caller has checked that they are in scope. */
export function listUsers(db: Queryable, ids: readonly string[]) {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'full_name', 'phone', 'employee_number', 'is_active', ...stamp])
    .where(isOneOf(db, 'id', ids))
    .execute();
}

export function listRoleLinks(db: Queryable, userIds: readonly string[]) {
  return db
    .selectFrom('user_roles')
    .select(['user_id', 'role_id as id'])
    .where(isOneOf(db, 'user_id', userIds))
    .execute();
}

/** In scope or not. */
export function listLocationLinks(db: Queryable, userIds: readonly string[]) {
  return db
    .selectFrom('user_locations')
    .select(['user_id', 'location_id as id'])
    .where(isOneOf(db, 'user_id', userIds))
    .execute();
}

/** In scope or not. */
export async function listLocations(db: Queryable, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom('locations')
    .select(['id', 'name', 'address', 'city', 'state', 'zip', 'phone', 'number', 'closed_on', ...stamp])
    .where(isOneOf(db, 'id', ids))
    .execute();
}

/** Locks the location until the transaction ends, so that the decision about it stays true. */
export async function lockLocation(tx: Transaction, id: string): Promise<void> {
  await forUpdate(tx, tx.selectFrom('locations').select('id').where('id', '=', id)).execute();
}

export function countUsersAt(db: Queryable, ids: readonly string[]) {
  return db
    .selectFrom('user_locations')
    .select((eb) => ['location_id', eb.fn.countAll<number>().as('users')])
    .where(isOneOf(db, 'location_id', ids))
    .groupBy('location_id')
    .execute();
}

/** Which users have these emails, in profiles and in accounts. */
export async function listEmailHolders(db: Queryable, keys: readonly string[]) {
  if (keys.length === 0) return { profiles: [], accounts: [] };
  const profiles = await db
    .selectFrom('users')
    .select(['id', 'email_key as key'])
    .where(isOneOf(db, 'email_key', keys, 'text'))
    .execute();
  const accounts = await db
    .selectFrom('auth_users')
    .select(['id', 'email as key'])
    .where(isOneOf(db, 'email', keys, 'text'))
    .execute();
  return { profiles, accounts };
}

export async function listEmployeeNumberHolders(db: Queryable, keys: readonly string[]) {
  if (keys.length === 0) return [];
  return db
    .selectFrom('users')
    .select(['id', 'employee_number_key as key'])
    .where(isOneOf(db, 'employee_number_key', keys, 'text'))
    .execute();
}

export async function listNumberHolders(db: Queryable, keys: readonly string[]) {
  if (keys.length === 0) return [];
  return db
    .selectFrom('locations')
    .select(['id', 'number_key as key'])
    .where(isOneOf(db, 'number_key', keys, 'text'))
    .execute();
}
