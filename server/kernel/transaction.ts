import { recheckActor } from './access.ts';
import type { Context, InTransaction } from './context.ts';

/**
 * Runs `work` in the transaction that the context is already part of, or in one of its own: so one use case
 * can be called alone or as a step of a larger one (seed, import), and both commit as a whole.
 * @throws ApiError 401, 403 when the actor has lost the right to act since the request was let in.
 */
export function transaction<C extends Context, T>(
  ctx: C,
  work: (ctx: InTransaction<C>) => Promise<T>,
): Promise<T> {
  return begin(ctx, null, work);
}

/**
 * The same for a change of one user, or of what belongs to them: their account, sessions, roles, locations. That user
 * stays locked until the end. A larger transaction that changes several users calls it in the order of their ids.
 */
export function changeUser<C extends Context, T>(
  ctx: C,
  user_id: string,
  work: (ctx: InTransaction<C>) => Promise<T>,
): Promise<T> {
  return begin(ctx, user_id, work);
}

async function begin<C extends Context, T>(
  ctx: C,
  changed: string | null,
  work: (ctx: InTransaction<C>) => Promise<T>,
): Promise<T> {
  const { tx } = ctx;
  if (tx) {
    await ctx.app.lockUsers(tx, { actor: null, changed });
    return work({ ...ctx, tx });
  }
  return ctx.app.database.write(async (tx) => {
    const inside = { ...ctx, tx };
    await recheckActor(inside, changed);
    return work(inside);
  });
}
