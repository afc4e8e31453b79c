import { useQuery } from '@tanstack/react-query';
import { describeOwnLoss, lostByLeaving } from '../../../contract/access/own-access.ts';
import type { Permission } from '../../../contract/access/permissions.ts';
import type { UserRow } from '../../../contract/users.ts';
import { useAccess } from '../../lib/account/access.ts';
import { rolesQuery, useMayGrant } from '../roles/roles.api.ts';

export type UserAct = 'edit' | 'assignLocations' | 'assignRoles' | 'invite' | 'setActive' | 'delete';

/**
 * The acts on a user. An act is missing when the actor's roles never allow it, and has a reason when this user does
 * not allow it.
 */
export type AllowedActs = ReadonlyMap<UserAct, { whyNot: string | undefined }>;

/** The dialog of each act that has one, by its name in the URL. */
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
/** The acts on many users at once. */
const bulkActs: readonly UserAct[] = ['assignLocations', 'assignRoles', 'invite', 'setActive'];

/**
 * The acts that the actor may do to a user. The server decides; this leaves out acts that the actor's roles never
 * allow, and gives a reason when the user's roles allow more than the actor's.
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
