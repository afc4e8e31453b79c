import { ApiError } from './errors.ts';

/**
 * Refuses an edit of a row that somebody changed since the caller read it. `ifMatch` is the `updated_at`
 * that the caller saw; null makes the edit unconditional.
 * @throws ApiError 412 with who changed it and when.
 */
export function refuseStale(
  row: { updated_at: string; updated_by_name: string },
  ifMatch: string | null,
): void {
  if (ifMatch === null || ifMatch === row.updated_at) return;
  const by = row.updated_by_name;
  throw new ApiError('stale', `${by} changed this after you opened it. Nothing was overwritten.`, {
    changed: { by, at: row.updated_at },
  });
}
