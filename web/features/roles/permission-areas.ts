import {
  allPermissions,
  permissionAreas as areas,
  type Permission,
  permissions,
} from '../../../contract/permissions.ts';

/** All permissions by what they are about. */
export const permissionAreas = Object.entries(areas).map(([area, title]) => ({
  title,
  names: allPermissions.filter((name) => name.startsWith(`${area}.`)),
}));

/** What an administrator must know beside the label. */
export const permissionNotes: Partial<Record<Permission, string>> = {
  'locations.all':
    'All locations. Otherwise everything below applies only to assigned locations and their users.',
  'users.assign_roles': 'Only roles that allow no more than the own roles of the user who assigns them.',
  'roles.manage':
    'Counts only together with access to all locations. Only with permissions that the user holds, and never the role admin.',
  'audit.read':
    'What concerns the own locations; the whole audit for those who have access to all locations.',
};

export function labelOf(permission: Permission): string {
  return permissions[permission].label;
}
