import type { ReactNode } from 'react';
import { displayName, type UserRow } from '../../../contract/users.ts';
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
import type { AllowedActs, UserAct } from './use-user-acts.ts';

export interface UserRowMenuProps {
  popup: OpenPopup<UserRow>;
  may: (user: UserRow) => AllowedActs;
  onAct: (act: UserAct, user: UserRow) => void;
}

export function UserRowMenu({ popup, may, onAct }: UserRowMenuProps) {
  const user = popup.payload;
  const acts = may(user);
  const item = (act: UserAct, icon: ReactNode, label: string) => {
    const allowed = acts.get(act);
    return (
      allowed && (
        <MenuItem
          icon={icon}
          tone={act === 'delete' ? 'danger' : 'plain'}
          disabled={allowed.whyNot !== undefined}
          title={allowed.whyNot}
          onClick={() => onAct(act, user)}
        >
          {label}
        </MenuItem>
      )
    );
  };
  return (
    <Menu label={`Actions for ${displayName(user)}`} title={displayName(user)} popup={popup}>
      {item('edit', <IconPencil size={18} />, 'Edit User')}
      {item('assignLocations', <IconMapPin size={18} />, 'Assign Locations')}
      {item('assignRoles', <IconShield size={18} />, 'Assign Roles')}
      {item('invite', <IconMail size={18} />, user.invitation ? 'Invitation' : 'Invite')}
      {user.is_active
        ? item('setActive', <IconUserOff size={18} />, 'Deactivate')
        : item('setActive', <IconUserCheck size={18} />, 'Activate')}
      {acts.has('delete') && acts.size > 1 && <MenuSeparator />}
      {item('delete', <IconTrash size={18} />, 'Delete User')}
    </Menu>
  );
}
