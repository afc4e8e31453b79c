import { type Authorized, scopeOf } from './access.ts';

export interface Grantor {
  granted_by: string | null;
  granted_by_name: string | null;
}

/** Of a user's district that has a location; null without one. */
export interface Held {
  district_id: string | null;
  district_name: string | null;
  held_at: string | null;
  held_by: string | null;
  held_by_name: string | null;
}

export function heldBy({ held_by, held_by_name }: Held): Grantor {
  return { granted_by: held_by, granted_by_name: held_by_name };
}

/** The district through which a user sees a location. */
export function throughOf(row: Held, nameOf: (grant: Grantor) => string | null) {
  const { district_id: id, district_name: name, held_at: at } = row;
  return id !== null && name !== null && at !== null
    ? { at, by: nameOf(heldBy(row)), district: { id, name } }
    : null;
}

/**
 * Null for a user out of scope. Deleted users are named only to readers with access to all locations who may see users
 * who left: only for them the deleted user was certainly in scope.
 */
export async function grantorNames(
  ctx: Authorized,
  grants: readonly Grantor[],
): Promise<(grant: Grantor) => string | null> {
  const names = await ctx.app.namesInScope(
    ctx,
    grants.flatMap((grant) => grant.granted_by ?? []),
  );
  const { all, hidesPast } = scopeOf(ctx);
  return ({ granted_by, granted_by_name }) => {
    if (granted_by === null) return granted_by_name ?? 'the system';
    return names.get(granted_by) ?? (all && !hidesPast ? granted_by_name : null);
  };
}
