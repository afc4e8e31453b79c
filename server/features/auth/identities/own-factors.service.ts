import { factorSetupSeconds } from '../../../../contract/fields/limits.ts';
import { type Context, reader } from '../../../kernel/context.ts';
import { type Factor, listFactors } from './factors.repository.ts';

/** Confirmed ones and unfinished setups. */
export function factorsOf(ctx: Context, user_id: string): Promise<Factor[]> {
  return listFactors(ctx.app.database.read, user_id, setupCutoff(ctx));
}

export async function listApps(ctx: Context, user_id: string): Promise<Factor[]> {
  const factors = await listFactors(reader(ctx), user_id, setupCutoff(ctx));
  return factors.filter((factor) => factor.factor_type === 'totp');
}

/** Unconfirmed apps created at this time or earlier no longer count. */
export function setupCutoff({ app }: Pick<Context, 'app'>): string {
  return new Date(app.now().getTime() - factorSetupSeconds * 1000).toISOString();
}

export function isVerified({ status }: Factor): boolean {
  return status === 'verified';
}
