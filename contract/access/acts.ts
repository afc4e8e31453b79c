import type { Permission } from './permissions.ts';

/**
 * What users do to users, locations, roles and emails, and every permission that the server requires for it. The
 * server checks these permissions and the web app shows a button for an act only with all of them, so both read this
 * table. Which rows an act may change depends on the scope, and is not said here.
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
  /** Every user sees the name of a shared view. */
  shareViews: ['roles.manage', 'locations.all'],
  readEmails: ['mail.read', 'locations.all'],
} as const satisfies Record<string, readonly Permission[]>;

export type Act = keyof typeof acts;

export const allActs = Object.keys(acts) as Act[];

export type HasPermission = (permission: Permission) => boolean;

export function mayAct(act: Act, hasPermission: HasPermission): boolean {
  return acts[act].every(hasPermission);
}

/** An import needs at least one of these acts, because its lines add or edit rows, and the permission to read them. */
const importActs = {
  users: ['addUser', 'editUser'],
  locations: ['addLocation', 'editLocation'],
} as const satisfies Record<string, readonly Act[]>;

export function mayImport(about: keyof typeof importActs, hasPermission: HasPermission): boolean {
  return hasPermission(`${about}.read`) && importActs[about].some((act) => mayAct(act, hasPermission));
}

/** The list that each bulk act is about (`BulkAct` in contract/runs.ts), and what it does to each row. */
export const bulkActs = {
  activate: { about: 'users', act: 'setUserActive' },
  deactivate: { about: 'users', act: 'setUserActive' },
  invite: { about: 'users', act: 'inviteUser' },
  roles: { about: 'users', act: 'assignRoles' },
  locations: { about: 'users', act: 'assignLocations' },
  close: { about: 'locations', act: 'closeLocation' },
  reopen: { about: 'locations', act: 'reopenLocation' },
} as const satisfies Record<string, { about: 'users' | 'locations'; act: Act }>;

type BulkName = keyof typeof bulkActs;

/** A bulk act needs the permissions of the act, and the one to read the list. */
export function bulkPermissions(name: BulkName): Permission[] {
  const { about, act } = bulkActs[name];
  return [`${about}.read`, ...acts[act]];
}

/** Whether the actor may start any import or bulk change, and so has runs to look at. */
export function mayRun(hasPermission: HasPermission): boolean {
  return (
    mayImport('users', hasPermission) ||
    mayImport('locations', hasPermission) ||
    (Object.keys(bulkActs) as BulkName[]).some((name) => bulkPermissions(name).every(hasPermission))
  );
}
