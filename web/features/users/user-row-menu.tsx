import type { ReactNode } from 'react';
import type { UserRow } from '../../../contract/users.ts';
import {
  IconMail,
  IconMapPin,
  IconPencil,
  IconShield,
  IconTrash,
  IconUserCheck,
  IconUserOff,
} from '../../components/icons/icons.ts';
import { Menu, MenuItem, MenuSeparator } from '../../components/overlay/menu.tsx';
import type { OpenPopup } from '../../lib/browser/popup.ts';
import { nameOf } from '../../lib/format/user-name.ts';
import type { UserAct, UserRights } from './use-user-rights.ts';

export interface UserRowMenuProps {
  popup: OpenPopup<UserRow>;
  may: (user: UserRow) => UserRights;
  onAct: (act: UserAct, user: UserRow) => void;
}

/** One menu for the whole table. */
export function UserRowMenu({ popup, may, onAct }: UserRowMenuProps) {
  const user = popup.payload;
  const rights = may(user);
  const item = (act: UserAct, icon: ReactNode, label: string) => {
    const right = rights.get(act);
    return (
      right && (
        <MenuItem
          icon={icon}
          tone={act === 'delete' ? 'danger' : 'plain'}
          disabled={right.whyNot !== undefined}
          title={right.whyNot}
          onClick={() => onAct(act, user)}
        >
          {label}
        </MenuItem>
      )
    );
  };
  return (
    <Menu label={`Actions for ${nameOf(user)}`} title={nameOf(user)} popup={popup}>
      {item('edit', <IconPencil size={18} />, 'Edit User')}
      {item('assignLocations', <IconMapPin size={18} />, 'Assign Locations')}
      {item('assignRoles', <IconShield size={18} />, 'Assign Roles')}
      {item('invite', <IconMail size={18} />, user.invitation ? 'Invitation' : 'Invite')}
      {user.is_active
        ? item('setActive', <IconUserOff size={18} />, 'Deactivate')
        : item('setActive', <IconUserCheck size={18} />, 'Activate')}
      {rights.has('delete') && rights.size > 1 && <MenuSeparator />}
      {item('delete', <IconTrash size={18} />, 'Delete User')}
    </Menu>
  );
}
