import type { Permission } from './permissions.ts';

/**
 * All permissions that the server requires for an act; the web app shows its button only with all of them. Which rows an
 * act may change depends on the scope.
 */
export const acts = {
  addUser: ['users.create'],
  editUser: ['users.update'],
  /** The new mailbox gets a link to the account, as with an invitation. */
  correctEmail: ['users.update', 'users.invite'],
  setUserActive: ['users.update', 'users.deactivate'],
  deleteUser: ['users.delete'],
  inviteUser: ['users.invite'],
  endUserSessions: ['users.sessions'],
  resetSecondFactor: ['users.reset_factor'],
  exportUsers: ['users.export'],
  assignLocations: ['users.assign_locations'],
  assignRoles: ['users.assign_roles'],
  addLocation: ['locations.create'],
  editLocation: ['locations.update'],
  closeLocation: ['locations.update'],
  reopenLocation: ['locations.update'],
  deleteLocation: ['locations.delete'],
  /** A role applies at all locations of the users who have it. */
  manageRoles: ['roles.manage', 'locations.all'],
  /** Also moving a location, and adding one to a district: it gives the location to all who have the district. */
  manageDistricts: ['districts.manage', 'locations.all'],
  /** Every user sees the name of a shared view. */
  shareViews: ['roles.manage', 'locations.all'],
  /** It applies to all users and locations. */
  editOrganization: ['settings.read', 'settings.update', 'locations.all'],
  readEmails: ['mail.read', 'locations.all'],
  /** Everybody signs in by it. */
  manageCompanySignIn: ['sso.manage', 'locations.all'],
  /** Stock lists change the same figures as the files of registers. */
  importStock: ['registers.read', 'registers.manage'],
  /** Managers of a location know why a day was odd. */
  noteDay: ['registers.read', 'locations.update'],
} as const satisfies Record<string, readonly Permission[]>;

export type Act = keyof typeof acts;

export const allActs = Object.keys(acts) as Act[];

export type HasPermission = (permission: Permission) => boolean;

export function mayAct(act: Act, hasPermission: HasPermission): boolean {
  return acts[act].every(hasPermission);
}

/** An import needs one of these acts, because its lines add or edit rows, and the permission to read them. */
const importActs = {
  users: ['addUser', 'editUser'],
  locations: ['addLocation', 'editLocation'],
  stock: ['importStock'],
} as const satisfies Record<string, readonly Act[]>;

/** To see what a run is about. */
export const runReadPermissions = {
  users: 'users.read',
  locations: 'locations.read',
  stock: 'registers.read',
} as const satisfies Record<keyof typeof importActs, Permission>;

export function mayImport(about: keyof typeof importActs, hasPermission: HasPermission): boolean {
  return (
    hasPermission(runReadPermissions[about]) && importActs[about].some((act) => mayAct(act, hasPermission))
  );
}

/** What an act of `BulkAct` (contract/runs.ts) does to each row. */
export const bulkActs = {
  activate: { about: 'users', act: 'setUserActive' },
  deactivate: { about: 'users', act: 'setUserActive' },
  invite: { about: 'users', act: 'inviteUser' },
  roles: { about: 'users', act: 'assignRoles' },
  locations: { about: 'users', act: 'assignLocations' },
  district: { about: 'locations', act: 'manageDistricts' },
  close: { about: 'locations', act: 'closeLocation' },
  reopen: { about: 'locations', act: 'reopenLocation' },
  cover: { about: 'locations', act: 'assignLocations' },
} as const satisfies Record<string, { about: 'users' | 'locations'; act: Act }>;

type BulkName = keyof typeof bulkActs;

export function bulkPermissions(name: BulkName): Permission[] {
  const { about, act } = bulkActs[name];
  return [`${about}.read`, ...acts[act]];
}

export function mayRun(hasPermission: HasPermission): boolean {
  return (
    mayImport('users', hasPermission) ||
    mayImport('locations', hasPermission) ||
    mayImport('stock', hasPermission) ||
    (Object.keys(bulkActs) as BulkName[]).some((name) => bulkPermissions(name).every(hasPermission))
  );
}
