import { factorSetupSeconds } from '../../../../contract/limits.ts';
import { type Context, reader } from '../../../kernel/context.ts';
import { type Factor, listFactors } from './factors.repository.ts';

/** As the user's own user object tells them: confirmed, or about to be. */
export function factorsOf(ctx: Context, user_id: string): Promise<Factor[]> {
  return listFactors(ctx.app.database.read, user_id, forgottenUntil(ctx));
}

/** The user's authenticator apps, without the recovery codes. */
export async function listApps(ctx: Context, user_id: string): Promise<Factor[]> {
  const factors = await listFactors(reader(ctx), user_id, forgottenUntil(ctx));
  return factors.filter((factor) => factor.factor_type === 'totp');
}

/** An app made at this time or before is forgotten, unless it was confirmed. */
export function forgottenUntil({ app }: Pick<Context, 'app'>): string {
  return new Date(app.now().getTime() - factorSetupSeconds * 1000).toISOString();
}

export function isVerified({ status }: Factor): boolean {
  return status === 'verified';
}
