import { adminRole } from '../../../contract/access/permissions.ts';
import { type Role, rolesNeedAllLocationsMessage } from '../../../contract/roles.ts';
import { useAccess } from '../../lib/account/access.ts';
import { useMayGrant } from './roles.api.ts';

export function useRoleActs() {
  const { hasPermission, mayAct } = useAccess();
  const mayGrant = useMayGrant();
  const hasManage = hasPermission('roles.manage');
  const mayManage = mayAct('manageRoles');
  const refusal = hasManage && !mayManage ? rolesNeedAllLocationsMessage : null;

  function lockOf(role: Role): string | null {
    if (!mayManage) return refusal ?? 'You may see roles, but not change them.';
    if (role.name === adminRole)
      return 'The role admin always allows everything. You can change only whether it requires a second factor.';
    return mayGrant(role) ? null : 'This role allows more than your own roles do, so you cannot change it.';
  }

  return {
    mayAdd: mayManage,
    refusal,
    lockOf,
    /** Of the role admin, only the required second factor can change. */
    maySetFactor: (role: Role) => mayManage && mayGrant(role),
    mayDelete: (role: Role) => !role.is_builtin && lockOf(role) === null,
  };
}
