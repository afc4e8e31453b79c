import { describeOwnLoss, lostByLeaving } from '../../../contract/own-access.ts';
import type { UserRow } from '../../../contract/users.ts';
import { useAccess } from '../../lib/account/access.ts';
import { useMayGrant, useRoles } from '../roles/roles.api.ts';
import type { UserRights } from './user-row-menu.tsx';

/**
 * What the signed-in user may do to whom. The server decides; this only greys out what it would refuse:
 * a missing permission, and anybody who holds more than one does oneself.
 */
export function useUserRights() {
  const { hasPermission, keepsOwnAccess } = useAccess();
  const { data: roles = [] } = useRoles();
  const mayGrant = useMayGrant();

  const isInScope = (user: UserRow) =>
    roles.every((role) => mayGrant(role) || !user.role_ids.includes(role.id));

  function may(user: UserRow): UserRights {
    const isInScopeOfActor = isInScope(user);
    const isOwnLoss = keepsOwnAccess(user.id);
    return {
      edit: isInScopeOfActor && hasPermission('users.update'),
      assignLocations: isInScopeOfActor && hasPermission('users.assign_locations'),
      assignRoles: isInScopeOfActor && hasPermission('users.assign_roles'),
      deactivate: isInScopeOfActor && !isOwnLoss && hasPermission('users.deactivate'),
      delete: isInScopeOfActor && !isOwnLoss && hasPermission('users.delete'),
      whyNotLeave: isOwnLoss ? describeOwnLoss(lostByLeaving) : undefined,
    };
  }
  /** Whom there is a point in inviting: somebody active who has not joined. */
  function mayInvite(user: UserRow): boolean {
    const isOutside = user.is_active && user.invitation !== 'joined';
    return isOutside && hasPermission('users.invite') && isInScope(user);
  }
  return { mayAdd: hasPermission('users.create'), mayInvite, may };
}
