import { type Authorized, scopeOf } from '../../../kernel/access.ts';
import { invalid } from '../../../platform/http/errors.ts';

/** @throws ApiError 400 for an actor who may not know when users last signed in. */
export function requirePastOfUsers(ctx: Authorized, path: string): void {
  if (!scopeOf(ctx).hidesPast) return;
  throw invalid({ path, message: 'Only users who may manage users see when others last signed in.' });
}
