import { useQuery } from '@tanstack/react-query';
import type { Act } from '../../../contract/access/acts.ts';
import { describeOwnLoss, lostByLeaving } from '../../../contract/access/own-access.ts';
import type { UserRow } from '../../../contract/users.ts';
import { useAccess } from '../../lib/account/access.ts';
import { rolesQuery, useMayGrant } from '../roles/roles.api.ts';

export type UserAct = 'edit' | 'assignLocations' | 'assignRoles' | 'invite' | 'setActive' | 'delete';

/** An act is missing when the actor's roles never allow it, and has a reason when this user does not allow it. */
export type AllowedActs = ReadonlyMap<UserAct, { whyNot: string | undefined }>;

export const dialogOfAct = {
  edit: 'edit',
  assignLocations: 'locations',
  assignRoles: 'roles',
  invite: 'invitation',
  delete: 'delete',
};

const actOf: Record<UserAct, Act> = {
  edit: 'editUser',
  assignLocations: 'assignLocations',
  assignRoles: 'assignRoles',
  invite: 'inviteUser',
  setActive: 'setUserActive',
  delete: 'deleteUser',
};
const userActs = Object.keys(actOf) as UserAct[];
const bulkActs: readonly UserAct[] = ['assignLocations', 'assignRoles', 'invite', 'setActive'];

/** The server decides again. */
export function useUserActs() {
  const { mayAct, keepsOwnAccess } = useAccess();
  const { data: roles = [] } = useQuery(rolesQuery);
  const mayGrant = useMayGrant();
  const allowed = userActs.filter((act) => mayAct(actOf[act]));

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
    mayAdd: mayAct('addUser'),
    /** To some users, perhaps. */
    allowed,
    mayAct: allowed.length > 0,
    mayBulk: bulkActs.some((act) => allowed.includes(act)),
    mayManage,
    may,
  };
}
