import { type Authorized, scopeOf } from './access.ts';

export interface Grantor {
  granted_by: string | null;
  granted_by_name: string | null;
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
