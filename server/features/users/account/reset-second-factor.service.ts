import type { Authorized } from '../../../kernel/access.ts';
import { auditUser } from '../../../kernel/audit/audit.ts';
import { change } from '../../../kernel/change.ts';
import { reader } from '../../../kernel/context.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { removeSecondFactor, secondFactorOf } from '../../auth/accounts/user-accounts.service.ts';
import { findManageable, requireManageable } from '../guards.service.ts';

/** @throws ApiError 404, 403 as for an edit. */
export async function getSecondFactor(ctx: Authorized<'users.reset_factor'>, id: string) {
  await requireManageable(ctx, id);
  const { is_set_up, set_up_at } = await secondFactorOf(reader(ctx), id);
  return { is_set_up, set_up_at };
}

/** Also removes recovery codes and ends sessions. @throws ApiError 404, 403; 409 for oneself: that takes a code. */
export function resetSecondFactor(ctx: Authorized<'users.reset_factor'>, id: string): Promise<void> {
  if (id === ctx.actor.user_id) {
    throw new ApiError(
      'conflict',
      'Your own second factor can only be removed on your profile, with a code.',
    );
  }
  return change(ctx, { user: id }, async (ctx) => {
    const row = await findManageable(ctx, id);
    const apps = await removeSecondFactor(ctx, id);
    if (apps > 0) auditUser(ctx, row, 'user.factor_reset', { before: { apps } });
  });
}
