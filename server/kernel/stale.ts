import { scopeOf } from './access.ts';
import type { Context } from './context.ts';
import { ApiError } from './errors.ts';

interface Versioned {
  updated_at: string;
  /** Null for the machine itself, and where nobody was signed in. */
  updated_by: string | null;
  updated_by_name: string;
}

/**
 * Refuses an edit of a row that somebody changed since the caller read it. Callers first look whether the edit changes
 * anything: one that is made already, and repeated because its answer was lost, is not refused. `ifMatch` is the `updated_at`
 * that the caller saw; null makes the edit unconditional. Who changed it is named to those who reach that user.
 * @throws ApiError 412 with who changed it and when.
 */
export async function refuseStale(ctx: Context, row: Versioned, ifMatch: string | null): Promise<void> {
  if (ifMatch === null || ifMatch === row.updated_at) return;
  const by = await nameOf(ctx, row);
  throw new ApiError('stale', `${by} changed this after you opened it. Nothing was overwritten.`, {
    changed: { by, at: row.updated_at },
  });
}

/** As they were called then, because they may be gone: to readers who have access to all locations that is no secret. */
async function nameOf(ctx: Context, { updated_by, updated_by_name }: Versioned): Promise<string> {
  if (updated_by === null || scopeOf(ctx).all) return updated_by_name;
  const names = await ctx.app.namesInScope(ctx, [updated_by]);
  return names.get(updated_by) ?? 'Somebody outside your locations';
}
