import { recheckActor } from './access.ts';
import type { Context, InTransaction } from './context.ts';

/**
 * Uses the transaction of the context if there is one, so that a use case can be a step of a larger one (seed, import).
 * Checks the actor's access again. @throws ApiError 401, 403 when the actor has lost it.
 */
export function transaction<C extends Context, T>(
  ctx: C,
  work: (ctx: InTransaction<C>) => Promise<T>,
): Promise<T> {
  return begin(ctx, null, work);
}

/**
 * Also locks the user whose account, sessions, roles or locations change. A larger transaction over several users calls
 * it in the order of their ids.
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
