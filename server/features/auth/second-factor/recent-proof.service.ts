import type { Context } from '../../../kernel/context.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { reauthenticate } from '../sessions/authenticate.service.ts';
import { hasRecentPassword } from './apps.service.ts';
import { hasRecentCode } from './step-up.service.ts';

/**
 * For acts that open a door: somebody at an unlocked screen must not pass. @throws ApiError 403 password_needed, and
 * code_needed for a user with a second factor.
 */
export async function requireRecentProof(ctx: Context): Promise<void> {
  const { app, actor, tx } = ctx;
  const db = tx ?? app.database.read;
  const user = actor.session_id === null ? null : await reauthenticate(app, db, actor.session_id);
  if (!user?.ok || !hasRecentPassword(ctx, user))
    throw new ApiError('password_needed', 'Enter your password again to continue.');
  if (user.has_factor && !hasRecentCode(ctx, user))
    throw new ApiError('code_needed', 'Enter a code from your authenticator app to continue.');
}
