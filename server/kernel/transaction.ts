import { recheckActor } from './access.ts';
import type { Context, InTransaction } from './context.ts';

/**
 * Runs `work` in the transaction of the context, or in a new one. So a use case can be called alone or as a step of a
 * larger one (seed, import), and both commit as a whole. The actor's access is checked again before `work`.
 * @throws ApiError 401, 403 when the actor has lost access since the request was authorized.
 */
export function transaction<C extends Context, T>(
  ctx: C,
  work: (ctx: InTransaction<C>) => Promise<T>,
): Promise<T> {
  return begin(ctx, null, work);
}

/**
 * The same for a change of one user or of rows that belong to them: account, sessions, roles, locations. The user is
 * locked until the transaction ends. A larger transaction over several users calls it in the order of their ids.
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
