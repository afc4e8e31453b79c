import { useQuery } from '@tanstack/react-query';
import { describeOwnLoss, lostByLeaving } from '../../../contract/access/own-access.ts';
import type { Permission } from '../../../contract/access/permissions.ts';
import type { UserRow } from '../../../contract/users.ts';
import { useAccess } from '../../lib/account/access.ts';
import { rolesQuery, useMayGrant } from '../roles/roles.api.ts';

export type UserAct = 'edit' | 'assignLocations' | 'assignRoles' | 'invite' | 'setActive' | 'delete';

/** What may be done to a user: an act is missing where the actor's roles never allow it, and has a reason where this user does not. */
export type AllowedActs = ReadonlyMap<UserAct, { whyNot: string | undefined }>;

/** The dialog of each act that has one, as the address names it. */
export const dialogOfAct = {
  edit: 'edit',
  assignLocations: 'locations',
  assignRoles: 'roles',
  invite: 'invitation',
  delete: 'delete',
};

const permissions: Record<UserAct, Permission> = {
  edit: 'users.update',
  assignLocations: 'users.assign_locations',
  assignRoles: 'users.assign_roles',
  invite: 'users.invite',
  setActive: 'users.deactivate',
  delete: 'users.delete',
};
const acts = Object.keys(permissions) as UserAct[];
/** What can be done to many users at once. */
const bulkActs: readonly UserAct[] = ['assignLocations', 'assignRoles', 'invite', 'setActive'];

/**
 * What the actor may do to which user. The server decides; this leaves out what the actor's roles never allow, and says
 * why not where it is for the user: roles that allow more than the actor's own.
 */
export function useUserActs() {
  const { hasPermission, keepsOwnAccess } = useAccess();
  const { data: roles = [] } = useQuery(rolesQuery);
  const mayGrant = useMayGrant();
  const allowed = acts.filter((act) => hasPermission(permissions[act]));

  const mayManage = (user: UserRow) =>
    roles.every((role) => mayGrant(role) || !user.role_ids.includes(role.id));

  function may(user: UserRow): AllowedActs {
    const isChangeable = mayManage(user);
    const isOwnLoss = keepsOwnAccess(user.id);
    // Only active users who have not joined can use an invitation.
    const canJoin = user.is_active && user.invitation !== 'joined';
    const whyNot = (act: UserAct) => {
      if (!isChangeable) return 'Their roles allow more than your own do.';
      const isLeaving = act === 'setActive' || act === 'delete';
      return isLeaving && isOwnLoss ? describeOwnLoss(lostByLeaving) : undefined;
    };
    return new Map(
      allowed.filter((act) => act !== 'invite' || canJoin).map((act) => [act, { whyNot: whyNot(act) }]),
    );
  }
  return {
    mayAdd: hasPermission('users.create'),
    mayAct: allowed.length > 0,
    mayBulk: bulkActs.some((act) => allowed.includes(act)),
    mayManage,
    may,
  };
}
