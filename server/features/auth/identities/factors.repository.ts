import type { Insertable, Selectable } from 'kysely';
import type { AuthChallengesTable, AuthFactorsTable } from '../../../kernel/database/auth-schema.ts';
import type { Queryable, Transaction } from '../../../kernel/database/database.ts';
import { isFound } from '../../../platform/database/query.ts';

export type Factor = Selectable<AuthFactorsTable>;
export type Challenge = Selectable<AuthChallengesTable>;

/** The oldest first. Unconfirmed ones count only if created after `since`. */
export function listFactors(db: Queryable, user_id: string, since: string): Promise<Factor[]> {
  return db
    .selectFrom('auth_factors')
    .selectAll()
    .where('user_id', '=', user_id)
    .where((eb) => eb.or([eb('status', '=', 'verified'), eb('created_at', '>', since)]))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export async function insertFactor(tx: Transaction, factor: Insertable<AuthFactorsTable>): Promise<void> {
  await tx.insertInto('auth_factors').values(factor).execute();
}

export async function confirmStep(
  tx: Transaction,
  id: string,
  change: Pick<Factor, 'last_step' | 'updated_at'>,
): Promise<void> {
  await tx
    .updateTable('auth_factors')
    .set({ ...change, status: 'verified' })
    .where('id', '=', id)
    .execute();
}

/** Foreign keys delete its challenges and recovery codes. */
export async function deleteFactor(tx: Transaction, id: string): Promise<void> {
  await tx.deleteFrom('auth_factors').where('id', '=', id).execute();
}

export async function deleteUnverified(tx: Transaction, user_id: string): Promise<void> {
  const setups = tx.deleteFrom('auth_factors').where('status', '=', 'unverified');
  await setups.where('user_id', '=', user_id).execute();
}

/** True when one of them was confirmed. */
export async function deleteAllFactors(tx: Transaction, user_id: string): Promise<boolean> {
  const query = tx.deleteFrom('auth_factors').where('user_id', '=', user_id).returning('status');
  return (await query.execute()).some((row) => row.status === 'verified');
}

/** Of one user or of all. */
export async function deleteExpiredSetups(tx: Transaction, until: string, user_id?: string): Promise<void> {
  const setups = tx.deleteFrom('auth_factors').where('status', '=', 'unverified');
  const expired = setups.where('created_at', '<=', until);
  await (user_id ? expired.where('user_id', '=', user_id) : expired).execute();
}

export async function insertChallenge(tx: Transaction, challenge: Challenge): Promise<void> {
  await tx.insertInto('auth_challenges').values(challenge).execute();
}

export function findChallenge(
  tx: Transaction,
  { id, factor_id, session_id }: Pick<Challenge, 'id' | 'factor_id' | 'session_id'>,
): Promise<Challenge | undefined> {
  const challenges = tx.selectFrom('auth_challenges').selectAll().where('session_id', '=', session_id);
  return challenges.where('id', '=', id).where('factor_id', '=', factor_id).executeTakeFirst();
}

export async function deleteChallenges(tx: Transaction, session_id: string): Promise<void> {
  await tx.deleteFrom('auth_challenges').where('session_id', '=', session_id).execute();
}

export async function deleteOldChallenges(tx: Transaction, now: string): Promise<void> {
  await tx.deleteFrom('auth_challenges').where('expires_at', '<=', now).execute();
}

export async function findSetUpTime(db: Queryable, user_id: string): Promise<string | undefined> {
  const factors = db.selectFrom('auth_factors').select('created_at').where('user_id', '=', user_id);
  const oldest = factors.where('status', '=', 'verified').orderBy('created_at').limit(1);
  return (await oldest.executeTakeFirst())?.created_at;
}

export function isFactorRequired(db: Queryable, user_id: string): Promise<boolean> {
  const roles = db.selectFrom('user_roles').innerJoin('roles', 'roles.id', 'user_roles.role_id').select('id');
  return isFound(roles.where('user_id', '=', user_id).where('requires_second_factor', '=', true).limit(1));
}
