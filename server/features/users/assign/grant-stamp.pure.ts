import { type Context, now } from '../../../kernel/context.ts';

export function grantStamp(ctx: Context, userId: string) {
  const { user_id, name } = ctx.actor;
  return { user_id: userId, created_at: now(ctx), granted_by: user_id, granted_by_name: name };
}
