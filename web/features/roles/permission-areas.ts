import {
  allPermissions,
  permissionAreas as areas,
  type Permission,
  permissions,
} from '../../../contract/access/permissions.ts';

export const permissionAreas = Object.entries(areas).map(([area, title]) => ({
  title,
  names: allPermissions.filter((name) => name.startsWith(`${area}.`)),
}));

/** A note that administrators need next to the label. */
export const permissionNotes: Partial<Record<Permission, string>> = {
  'locations.all':
    'All locations. Otherwise everything below applies only to assigned locations and their users.',
  'users.assign_roles': 'Users can assign only roles that allow no more than their own roles do.',
  'roles.manage':
    'Works only together with access to all locations. Users can give a role only permissions that they hold, and cannot change the role admin.',
  'audit.read': 'Only entries about assigned locations. With access to all locations, the whole audit log.',
};

export function labelOf(permission: Permission): string {
  return permissions[permission].label;
}
