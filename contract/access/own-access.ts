/**
 * What users would lose by changing their own access, as words that follow 'You would lose'. Without access to all
 * locations they could not give it back to themselves, so the server refuses it and the dialogs say so before.
 */

/** Null while one of the locations stays. */
export function lostByLocations(current: readonly { name: string }[], kept: number): string | null {
  const [first, ...others] = current;
  if (!first || kept > 0) return null;
  return others.length === 0 ? `access to ${first.name}` : 'access to all your locations';
}

interface HeldRole {
  name: string;
  permissions: readonly string[];
}

/** Null when the chosen roles allow all that the removed ones do. */
export function lostByRoles(removed: readonly HeldRole[], chosen: readonly HeldRole[]): string | null {
  const kept = new Set(chosen.flatMap((role) => role.permissions));
  const missed = removed.filter((role) => role.permissions.some((permission) => !kept.has(permission)));
  if (missed.length === 0) return null;
  const names = missed.map((role) => role.name).join(', ');
  return missed.length === 1 ? `what the role ${names} allows` : `what the roles ${names} allow`;
}

/** The loss by deactivating or deleting oneself. */
export const lostByLeaving = 'all access';

export function describeOwnLoss(lost: string): string {
  return `You would lose ${lost}. Ask an administrator to do this.`;
}
