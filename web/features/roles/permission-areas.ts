import { allPermissions, type Permission, permissions } from '../../../contract/permissions.ts';

const titles: Record<string, string> = {
  locations: 'Locations',
  users: 'Users',
  roles: 'Roles',
  audit: 'Audit',
  settings: 'Settings',
  mail: 'Email',
};

/** All permissions by what they are about: the first half of their name. */
export const permissionAreas = [...Map.groupBy(allPermissions, (name) => name.split('.')[0] ?? '')].map(
  ([area, names]) => ({ title: titles[area] ?? area, names }),
);

/** What an administrator must know beside the label. */
export const permissionNotes: Partial<Record<Permission, string>> = {
  'locations.all':
    'Without it, everything below holds for the locations a user is assigned to, and the users there. With it, for all of them.',
  'users.assign_roles': 'Only roles that allow no more than the own roles of the user who assigns them.',
  'roles.manage':
    'Counts only together with access to all locations. Only with permissions that the user holds, and never the role admin.',
  'audit.read':
    'What concerns the own locations; the whole audit for those who have access to all locations.',
};

export function labelOf(permission: Permission): string {
  return permissions[permission].label;
}
