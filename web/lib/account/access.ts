import { adminRole, allPermissions, type Permission } from '../../../contract/access/permissions.ts';
import type { OwnProfile } from '../../../contract/profile.ts';
import { useAuth } from './auth-store.ts';

/** What the signed-in user may do. The server decides again on every call; here it only greys out buttons. */
export function useAccess() {
  const { profile } = useAuth();
  return {
    hasRole: (name: string) => hasRole(profile, name),
    hasPermission: (permission: Permission) => hasPermission(profile, permission),
    hasEveryPermission: () => hasEveryPermission(profile),
    canAccessLocation: (locationId: string) => canAccessLocation(profile, locationId),
    isSelf: (userId: string) => profile?.id === userId,
    /** Oneself without access to all locations: the server refuses what takes the own access away. */
    keepsOwnAccess: (userId: string) => profile?.id === userId && !hasPermission(profile, 'locations.all'),
  };
}

/** Whether the profile, which says what the signed-in user may do, is here or did not come. */
export function useIsAccessKnown() {
  const { profile, error } = useAuth();
  return profile !== null || error !== null;
}

export function hasRole(profile: OwnProfile | null, name: string) {
  return profile?.roles.some((role) => role.name === name) ?? false;
}

export function hasPermission(profile: OwnProfile | null, permission: Permission) {
  return profile?.permissions.includes(permission) ?? false;
}

/** Asked for where somebody may act as anybody, as with a copied invite link. */
export function hasEveryPermission(profile: OwnProfile | null) {
  return allPermissions.every((permission) => hasPermission(profile, permission));
}

/** Admins have access to all locations, others to those in their own list (docs/specification.md, section 6). */
export function canAccessLocation(profile: OwnProfile | null, locationId: string) {
  if (hasRole(profile, adminRole) || hasPermission(profile, 'locations.all')) return true;
  return profile?.locations.some((location) => location.id === locationId) ?? false;
}
