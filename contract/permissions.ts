/**
 * What a role may allow. Roles are stored data: a new permission needs a migration that grants it to the built-in
 * roles (docs/add-an-entity.md). `label` is what an administrator reads.
 */
export const permissions = {
  'locations.all': { label: 'Reach every store, not only the assigned ones' },
  'locations.read': { label: 'See stores' },
  'locations.create': { label: 'Open new stores' },
  'locations.update': { label: 'Edit stores' },
  'locations.delete': { label: 'Delete stores' },
  'users.read': { label: 'See the people of these stores' },
  'users.create': { label: 'Add people' },
  'users.update': { label: 'Edit people' },
  'users.deactivate': { label: 'Deactivate and activate people' },
  'users.delete': { label: 'Delete people' },
  'users.invite': { label: 'Invite people to sign in' },
  'users.sessions': { label: 'See and end the sessions of people' },
  'users.reset_factor': { label: "Reset a person's second factor" },
  'users.assign_locations': { label: 'Assign people to stores' },
  'users.assign_roles': { label: 'Give and take roles' },
  'roles.read': { label: 'See roles' },
  'roles.manage': { label: 'Create and change roles' },
  'audit.read': { label: 'Read the audit' },
  'settings.read': { label: 'See how the app is configured' },
  'mail.read': { label: 'Read emails kept on the server' },
} as const satisfies Record<string, { label: string }>;

export type Permission = keyof typeof permissions;

export const allPermissions = Object.keys(permissions) as Permission[];

/** The role that reaches every store (specification section 6) and may never be weakened. */
export const adminRole = 'admin';

/** What the built-in roles of a fresh database hold (design section 5), made by the migrations; tests compare. */
export const builtInRoles = [
  { name: adminRole, description: 'Full access to every store and setting', permissions: allPermissions },
  {
    name: 'manager',
    description: 'Runs assigned stores and their staff',
    permissions: [
      'locations.read',
      'locations.update',
      'users.read',
      'users.create',
      'users.update',
      'users.deactivate',
      'users.invite',
      'users.assign_locations',
      'users.assign_roles',
      'roles.read',
      'audit.read',
    ],
  },
  {
    name: 'employee',
    description: 'Day-to-day work at assigned stores',
    permissions: ['locations.read', 'users.read'],
  },
  {
    name: 'viewer',
    description: 'Can look, cannot change',
    permissions: ['locations.read', 'users.read', 'roles.read', 'audit.read'],
  },
] as const satisfies readonly { name: string; description: string; permissions: readonly Permission[] }[];

/**
 * Who may call an endpoint: anyone, anyone signed in and active, or holders of one permission. Which rows
 * they reach is decided by the server from their stores.
 */
export type Requirement = 'anyone' | 'signed_in' | Permission;
