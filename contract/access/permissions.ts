/** The first half of a permission's name is its area. */
export const permissionAreas = {
  locations: 'Locations',
  users: 'Users',
  roles: 'Roles',
  audit: 'Audit log',
  settings: 'Settings',
  mail: 'Email',
  registers: 'Registers',
  districts: 'Districts',
  sso: 'Company sign-in',
  tokens: 'Service accounts',
} as const;

/** A new permission needs a migration that grants it to the built-in roles (docs/add-an-entity.md). */
export const permissions = {
  'locations.all': { label: 'Access every location, not only the assigned ones' },
  'locations.read': { label: 'See locations' },
  'locations.create': { label: 'Add locations' },
  'locations.update': { label: 'Edit locations' },
  'locations.delete': { label: 'Delete locations' },
  'users.read': { label: 'See the users of these locations' },
  'users.create': { label: 'Add users' },
  'users.update': { label: 'Edit users' },
  'users.deactivate': { label: 'Deactivate and activate users' },
  'users.delete': { label: 'Delete users' },
  'users.invite': { label: 'Invite users to sign in' },
  'users.export': { label: 'Export users' },
  'users.sessions': { label: 'See and end the sessions of users' },
  'users.reset_factor': { label: "Reset a user's second factor" },
  'users.assign_locations': { label: 'Assign users to locations' },
  'users.assign_roles': { label: 'Grant and revoke roles' },
  'roles.read': { label: 'See roles' },
  'roles.manage': { label: 'Create and change roles' },
  'audit.read': { label: 'Read the audit log' },
  'settings.read': { label: 'See how the app is configured' },
  'settings.update': { label: 'Change the settings of the organization' },
  'mail.read': { label: 'Read emails kept on the server' },
  'registers.read': { label: 'See sales and registers of these locations' },
  'registers.cashiers': { label: 'See who stood at the till, by cashier number' },
  'registers.manage': { label: 'Connect registers and add their files' },
  'districts.read': { label: 'See districts' },
  'districts.manage': { label: 'Manage districts and move locations between them' },
  'sso.manage': { label: 'Set up company sign-in' },
  'sso.bypass': { label: 'Sign in with a password and a second factor where company sign-in is required' },
  'tokens.manage': { label: 'Manage service accounts and see the API tokens of users' },
} as const satisfies Record<`${keyof typeof permissionAreas}.${string}`, { label: string }>;

export type Permission = keyof typeof permissions;

export const allPermissions = Object.keys(permissions) as Permission[];

/** Tokens do not open accounts or give access. Whether they have all locations follows from their scope (decision 207). */
const notForTokens = [
  'locations.all',
  'roles.manage',
  'mail.read',
  'users.sessions',
  'users.reset_factor',
  'sso.manage',
  'sso.bypass',
  'tokens.manage',
] as const satisfies Permission[];

export type TokenPermission = Exclude<Permission, (typeof notForTokens)[number]>;

export const tokenPermissions = allPermissions.filter(
  (permission): permission is TokenPermission =>
    !(notForTokens as readonly Permission[]).includes(permission),
);

/** Cannot be edited (docs/specification.md, section 6). */
export const adminRole = 'admin';
/**
 * Counts managers, and gives no permission by its name: use `isManager` (`server/kernel/managers.ts`;
 * docs/specification.md, section 6).
 */
export const managerRole = 'manager';

/** The migrations create them; a test compares both. */
export const builtInRoles = [
  { name: adminRole, description: 'Full access to every location and setting', permissions: allPermissions },
  {
    name: managerRole,
    description: 'Runs assigned locations and their staff',
    permissions: [
      'locations.read',
      'locations.update',
      'users.read',
      'users.create',
      'users.update',
      'users.deactivate',
      'users.invite',
      'users.export',
      'users.assign_locations',
      'users.assign_roles',
      'roles.read',
      'audit.read',
      'registers.read',
      'districts.read',
    ],
  },
  {
    name: 'employee',
    description: 'Day-to-day work at assigned locations',
    permissions: ['locations.read', 'users.read', 'districts.read'],
  },
  {
    name: 'viewer',
    description: 'Can look, cannot change',
    permissions: [
      'locations.read',
      'users.read',
      'roles.read',
      'audit.read',
      'registers.read',
      'districts.read',
    ],
  },
] as const satisfies readonly { name: string; description: string; permissions: readonly Permission[] }[];

/** Anyone, any active signed-in user, or users with one permission. The rows follow from their locations. */
export type Requirement = 'anyone' | 'signed_in' | Permission;
