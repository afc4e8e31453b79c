import { recheckActor } from './access.ts';
import type { Context, InTransaction } from './context.ts';
import { inOrder } from './in-order.ts';

type Work<C extends Context, T, Facts = undefined> = (ctx: InTransaction<C>, facts: Facts) => T | Promise<T>;
type Read<C extends Context, Facts> = (ctx: InTransaction<C>) => Promise<Facts>;

/**
 * Uses the transaction of the context if there is one, so that a use case can be a step of a larger one (seed, import).
 * Checks the actor's access again. @throws ApiError 401, 403 when the actor has lost it.
 */
export function transaction<C extends Context, T>(ctx: C, work: Work<C, T>): Promise<T> {
  return begin(ctx, null, async () => undefined, work);
}

/**
 * Also locks the user whose account, sessions, roles or locations change. A larger transaction over several users calls
 * it in the order of their ids.
 */
export function changeUser<C extends Context, T>(ctx: C, user_id: string, work: Work<C, T>): Promise<T> {
  return begin(ctx, user_id, async () => undefined, work);
}

/**
 * `transaction` for a change that depends on `read`, which is sent together with the locks. Its refusals count only
 * after the actor was checked.
 */
export function readAndChange<C extends Context, T, Facts>(
  ctx: C,
  read: Read<C, Facts>,
  work: Work<C, T, Facts>,
): Promise<T> {
  return begin(ctx, null, read, work);
}

/** `changeUser` in the same way. */
export function readAndChangeUser<C extends Context, T, Facts>(
  ctx: C,
  user_id: string,
  read: Read<C, Facts>,
  work: Work<C, T, Facts>,
): Promise<T> {
  return begin(ctx, user_id, read, work);
}

async function begin<C extends Context, T, Facts>(
  ctx: C,
  changed: string | null,
  read: Read<C, Facts>,
  work: Work<C, T, Facts>,
): Promise<T> {
  const run = async (ctx: InTransaction<C>, locked: Promise<void>) => {
    const [, facts] = await inOrder([locked, read(ctx)]);
    return work(ctx, facts);
  };
  const { tx } = ctx;
  if (tx) return run({ ...ctx, tx }, ctx.app.lockUsers(tx, { actor: null, changed }));
  return ctx.app.database.write(async (tx) => {
    const inside = { ...ctx, tx };
    return run(inside, recheckActor(inside, changed));
  });
}
