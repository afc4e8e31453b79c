import { inOrder } from '../platform/background/background.ts';
import { recheckActor } from './access.ts';
import type { Context, InTransaction } from './context.ts';

/** What is sent together at the beginning of a change. */
export interface Beginning<C extends Context, Facts> {
  /** Locked, because what belongs to this user changes: account, sessions, roles, locations. */
  user?: string | null | undefined;
  /** The facts that decide. Its refusals count only after the actor was checked. */
  read?: ((ctx: InTransaction<C>) => Promise<Facts>) | undefined;
}

/**
 * One transaction, which begins with the locks and checks the actor's access again. A context that has a transaction
 * joins it, so that a use case can be a step of a larger one (seed, import); over several users that calls `change` in
 * the order of their ids. @throws ApiError 401, 403 when the actor has lost the access.
 */
export async function change<C extends Context, T, Facts = undefined>(
  ctx: C,
  { user = null, read }: Beginning<C, Facts>,
  work: (ctx: InTransaction<C>, facts: Facts) => T | Promise<T>,
): Promise<T> {
  const run = async (ctx: InTransaction<C>, locked: Promise<void>) => {
    const [, facts] = await inOrder([locked, read?.(ctx)]);
    // Without `read`, its type is undefined.
    return work(ctx, facts as Facts);
  };
  const { tx } = ctx;
  if (tx) return run({ ...ctx, tx }, ctx.app.lockUsers(tx, { actor: null, changed: user }));
  return ctx.app.database.write(async (tx) => {
    const inside = { ...ctx, tx };
    return run(inside, recheckActor(inside, user));
  });
}
