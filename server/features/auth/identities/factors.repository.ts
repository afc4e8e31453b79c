import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import { factorSetupSeconds } from '../../../../contract/fields/limits.ts';
import { type Context, type InTransaction, now, reader } from '../../../kernel/context.ts';
import type { AuthChallengesTable, AuthFactorsTable } from '../../../kernel/database/auth-schema.ts';
import type { Queryable, Transaction } from '../../../kernel/database/database.ts';
import { isFound } from '../../../platform/database/query.ts';

export type Factor = Selectable<AuthFactorsTable>;
export type Challenge = Selectable<AuthChallengesTable>;

/** Confirmed ones and unfinished setups, the oldest first. */
export function listFactors(ctx: Context, user_id: string): Promise<Factor[]> {
  return reader(ctx)
    .selectFrom('auth_factors')
    .selectAll()
    .where('user_id', '=', user_id)
    .where((eb) => eb.or([eb('status', '=', 'verified'), eb('created_at', '>', setupCutoff(ctx))]))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export async function listApps(ctx: Context, user_id: string): Promise<Factor[]> {
  return (await listFactors(ctx, user_id)).filter((factor) => factor.factor_type === 'totp');
}

/** Unconfirmed apps created at this time or earlier no longer count. */
function setupCutoff({ app }: Pick<Context, 'app'>): string {
  return new Date(app.now().getTime() - factorSetupSeconds * 1000).toISOString();
}

export function isVerified({ status }: Factor): boolean {
  return status === 'verified';
}

export async function insertFactor(
  ctx: InTransaction,
  given: Pick<Factor, 'user_id' | 'factor_type' | 'friendly_name' | 'status'> & Partial<Factor>,
): Promise<Factor> {
  const times = { created_at: now(ctx), updated_at: now(ctx) };
  const factor = { id: randomUUID(), name_key: null, secret: null, last_step: 0, ...times, ...given };
  await ctx.tx.insertInto('auth_factors').values(factor).execute();
  return factor;
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

/** How many of them were confirmed apps. */
export async function deleteAllFactors(tx: Transaction, user_id: string): Promise<number> {
  const query = tx.deleteFrom('auth_factors').where('user_id', '=', user_id);
  const rows = await query.returning(['status', 'factor_type']).execute();
  return rows.filter((row) => row.status === 'verified' && row.factor_type === 'totp').length;
}

/** Of one user or of all. */
export async function deleteExpiredSetups(
  { app, tx }: InTransaction<Pick<Context, 'app'>>,
  user_id?: string,
): Promise<void> {
  const setups = tx.deleteFrom('auth_factors').where('status', '=', 'unverified');
  const expired = setups.where('created_at', '<=', setupCutoff({ app }));
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

export async function insertCodes(
  tx: Transaction,
  factor_id: string,
  hashes: readonly string[],
): Promise<void> {
  const rows = hashes.map((code_hash) => ({ factor_id, code_hash, used_at: null }));
  await tx.insertInto('auth_recovery_codes').values(rows).execute();
}

/** True for exactly one of several requests with the same code. */
export function consumeCode(
  tx: Transaction,
  factor_id: string,
  code_hash: string,
  used_at: string,
): Promise<boolean> {
  const code = tx.updateTable('auth_recovery_codes').set({ used_at }).where('code_hash', '=', code_hash);
  return isFound(code.where('factor_id', '=', factor_id).where('used_at', 'is', null).returning('factor_id'));
}

export async function countUnused(db: Queryable, factor_id: string): Promise<number> {
  const row = await db
    .selectFrom('auth_recovery_codes')
    .select((eb) => eb.fn.countAll<number>().as('unused'))
    .where('factor_id', '=', factor_id)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return row.unused;
}

export async function deleteCodes(tx: Transaction, factor_id: string): Promise<void> {
  await tx.deleteFrom('auth_recovery_codes').where('factor_id', '=', factor_id).execute();
}
