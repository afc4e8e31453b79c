import { scopeOf } from '../../../kernel/access.ts';
import type { Context } from '../../../kernel/context.ts';
import { invalid } from '../../../kernel/errors.ts';

/** @throws ApiError 400 for an actor who may not know when users last signed in. */
export function requirePastOfUsers(ctx: Context, path: string): void {
  if (!scopeOf(ctx).hidesPast) return;
  throw invalid({ path, message: 'Only users who may manage users see when others last signed in.' });
}
