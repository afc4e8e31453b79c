// Words that follow 'You would lose'. Users without access to all locations could not get the access back by
// themselves, so the server refuses the change and the dialogs warn before.

/** Null when at least one location remains. */
export function lostByLocations(current: readonly { name: string }[], remaining: number): string | null {
  const [first, ...others] = current;
  if (!first || remaining > 0) return null;
  return others.length === 0 ? `access to ${first.name}` : 'access to all your locations';
}

interface HeldRole {
  name: string;
  permissions: readonly string[];
}

/** Null when the chosen roles have all permissions of the removed ones. */
export function lostByRoles(removed: readonly HeldRole[], chosen: readonly HeldRole[]): string | null {
  const remaining = new Set(chosen.flatMap((role) => role.permissions));
  const missed = removed.filter((role) => role.permissions.some((permission) => !remaining.has(permission)));
  if (missed.length === 0) return null;
  const names = missed.map((role) => role.name).join(', ');
  return missed.length === 1 ? `what the role ${names} allows` : `what the roles ${names} allow`;
}

export const lostByLeaving = 'all access';

export function describeOwnLoss(lost: string): string {
  return `You would lose ${lost}. Ask an administrator to do this.`;
}
