import { useQuery } from '@tanstack/react-query';
import { describeOwnLoss, lostByLeaving } from '../../../contract/access/own-access.ts';
import type { UserRow } from '../../../contract/users.ts';
import {
  IconMail,
  IconMapPin,
  IconPencil,
  IconPlus,
  IconShield,
  IconTrash,
  IconUserCheck,
  IconUserOff,
} from '../../components/icons/icons.ts';
import { rolesQuery, useMayGrant } from '../../features/roles/roles.api.ts';
import { useAccess } from '../../lib/account/access.ts';
import type { ActLook, Allowed } from './act-look.ts';

/** In the order of menus. */
export const userActs = {
  edit: { act: 'editUser', label: 'Edit User', Icon: IconPencil, dialog: 'edit' },
  locations: { act: 'assignLocations', label: 'Assign Locations', Icon: IconMapPin, dialog: 'locations' },
  roles: { act: 'assignRoles', label: 'Assign Roles', Icon: IconShield, dialog: 'roles' },
  invite: { act: 'inviteUser', label: 'Invite', Icon: IconMail, dialog: 'invitation' },
  /** Only oneself is asked. */
  deactivate: { act: 'setUserActive', label: 'Deactivate', Icon: IconUserOff, dialog: 'deactivate' },
  activate: { act: 'setUserActive', label: 'Activate', Icon: IconUserCheck },
  delete: { act: 'deleteUser', label: 'Delete User', Icon: IconTrash, dialog: 'delete' },
} as const satisfies Record<string, ActLook>;

export const addUserAct = { act: 'addUser', label: 'Add User', Icon: IconPlus, dialog: 'add' } as const;

export type UserAct = keyof typeof userActs;

export type AllowedUserActs = Allowed<UserAct>;

const names = Object.keys(userActs) as UserAct[];
const bulkNames: readonly UserAct[] = ['locations', 'roles', 'invite', 'activate'];

/** The server decides again. */
export function useUserActs() {
  const { mayAct, keepsOwnAccess } = useAccess();
  const { data: roles = [] } = useQuery(rolesQuery);
  const mayGrant = useMayGrant();
  const allowed = names.filter((name) => mayAct(userActs[name].act));

  const mayManage = (user: Pick<UserRow, 'role_ids'>) =>
    roles.every((role) => mayGrant(role) || !user.role_ids.includes(role.id));

  function may(user: UserRow): AllowedUserActs {
    const isChangeable = mayManage(user);
    const isOwnLoss = keepsOwnAccess(user.id);
    const fits = (name: UserAct) => {
      // Only active users who have not joined can use an invitation.
      if (name === 'invite') return user.is_active && user.invitation !== 'joined';
      return name !== (user.is_active ? 'activate' : 'deactivate');
    };
    const whyNot = (name: UserAct) => {
      if (!isChangeable) return 'Their roles allow more than your own do.';
      const isLeaving = userActs[name].act === 'setUserActive' || name === 'delete';
      return isLeaving && isOwnLoss ? describeOwnLoss(lostByLeaving) : undefined;
    };
    return new Map(allowed.filter(fits).map((name) => [name, { whyNot: whyNot(name) }]));
  }
  return {
    mayAdd: mayAct('addUser'),
    /** To some users, perhaps. */
    allowed,
    mayAct: allowed.length > 0,
    mayBulk: bulkNames.some((name) => allowed.includes(name)),
    mayManage,
    may,
  };
}
