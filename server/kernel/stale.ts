import { ApiError } from '../platform/http/errors.ts';
import { type Authorized, scopeOf } from './access.ts';

export interface Versioned {
  updated_at: string;
  /** Null for the system and where nobody was signed in. */
  updated_by: string | null;
  updated_by_name: string;
}

/**
 * Call it only for an edit that changes something: a repeated one, whose answer was lost, is not refused. `ifMatch`
 * null makes the edit unconditional. @throws ApiError 412, which names who changed the row if the actor may know.
 */
export async function refuseStale(ctx: Authorized, row: Versioned, ifMatch: string | null): Promise<void> {
  if (ifMatch === null || ifMatch === row.updated_at) return;
  const by = await changedBy(ctx, row);
  throw new ApiError('stale', `${by} changed this after you opened it. Nothing was overwritten.`, {
    changed: { by, at: row.updated_at },
  });
}

/** The stored name, because the user may be deleted, is for actors who may see all users who left. */
export async function changedBy(
  ctx: Authorized,
  { updated_by, updated_by_name }: Versioned,
): Promise<string> {
  const { all, hidesPast } = scopeOf(ctx);
  if (updated_by === null || (all && !hidesPast)) return updated_by_name;
  const names = await ctx.app.namesInScope(ctx, [updated_by]);
  return names.get(updated_by) ?? 'Another administrator';
}
