import { useQuery } from '@tanstack/react-query';
import { describeOwnLoss, lostByLeaving } from '../../../contract/own-access.ts';
import type { UserRow } from '../../../contract/users.ts';
import { useAccess } from '../../lib/account/access.ts';
import { rolesQuery, useMayGrant } from '../roles/roles.api.ts';
import type { UserRights } from './user-row-menu.tsx';

/**
 * What the actor may do to which user. The server decides; this only greys out what it would refuse: a missing
 * permission, and users whose roles allow more than the actor's own.
 */
export function useUserRights() {
  const { hasPermission, keepsOwnAccess } = useAccess();
  const { data: roles = [] } = useQuery(rolesQuery);
  const mayGrant = useMayGrant();

  const mayChange = (user: UserRow) =>
    roles.every((role) => mayGrant(role) || !user.role_ids.includes(role.id));

  function may(user: UserRow): UserRights {
    const isChangeable = mayChange(user);
    const isOwnLoss = keepsOwnAccess(user.id);
    return {
      edit: isChangeable && hasPermission('users.update'),
      assignLocations: isChangeable && hasPermission('users.assign_locations'),
      assignRoles: isChangeable && hasPermission('users.assign_roles'),
      deactivate: isChangeable && !isOwnLoss && hasPermission('users.deactivate'),
      delete: isChangeable && !isOwnLoss && hasPermission('users.delete'),
      whyNotLeave: isOwnLoss ? describeOwnLoss(lostByLeaving) : undefined,
    };
  }
  /** Only active users who have not joined can use an invitation. */
  function mayInvite(user: UserRow): boolean {
    const canJoin = user.is_active && user.invitation !== 'joined';
    return canJoin && hasPermission('users.invite') && mayChange(user);
  }
  return { mayAdd: hasPermission('users.create'), mayInvite, may };
}
