import { type Authorized, scopeOf } from './access.ts';

/**
 * Read once for all actors with the same permissions until this process changes anything, at most for `maxMs`. Actors
 * with locations of their own have few rows, so theirs are read each time.
 */
export function remembered<T>(
  ctx: Authorized,
  name: string,
  maxMs: number,
  read: () => Promise<T>,
): Promise<T> {
  if (!scopeOf(ctx).all) return read();
  const permissions = [...ctx.actor.permissions].sort().join();
  return ctx.app.database.remember(`${name} ${permissions}`, maxMs, read);
}
