import { type Act, mayAct, mayImport } from '../../../contract/access/acts.ts';
import { adminRole, allPermissions, type Permission } from '../../../contract/access/permissions.ts';
import type { OwnProfile } from '../../../contract/profile.ts';
import type { RunSubject } from '../../../contract/runs.ts';
import { useAuth } from './auth-store.ts';

/** The server checks every call again; here permissions only disable or hide controls. */
export function useAccess() {
  const { profile } = useAuth();
  return {
    hasPermission: (permission: Permission) => hasPermission(profile, permission),
    /** The chain has something to sell by. */
    hasRegisters: profile?.has_registers ?? false,
    seesSales: (profile?.has_registers ?? false) && hasPermission(profile, 'registers.read'),
    /** There is something to see, or who looks may add the first one. */
    seesDistricts:
      hasPermission(profile, 'districts.read') &&
      (profile?.has_districts ||
        mayAct('manageDistricts', (permission) => hasPermission(profile, permission))),
    /** The user has no role yet, and reads only whom to ask. */
    mayDoNothing: profile?.permissions.length === 0,
    mayAct: (act: Act) => mayAct(act, (permission) => hasPermission(profile, permission)),
    mayImport: (about: RunSubject) => mayImport(about, (permission) => hasPermission(profile, permission)),
    hasEveryPermission: () => hasEveryPermission(profile),
    isSelf: (userId: string) => profile?.id === userId,
    /** The server refuses a loss of one's own access. */
    keepsOwnAccess: (userId: string) => profile?.id === userId && !hasPermission(profile, 'locations.all'),
  };
}

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

/** Copying an invite link requires it, because the link allows to act as its user. */
export function hasEveryPermission(profile: OwnProfile | null) {
  return allPermissions.every((permission) => hasPermission(profile, permission));
}

/** Admins have access to all locations, others to those in their own list (docs/specification.md, section 6). */
export function canAccessLocation(profile: OwnProfile | null, locationId: string) {
  if (hasRole(profile, adminRole) || hasPermission(profile, 'locations.all')) return true;
  return profile?.locations.some((location) => location.id === locationId) ?? false;
}
