import type { UserRow } from '../../../contract/users.ts';
import {
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

export interface UserRowMenuProps {
  popup: OpenPopup<UserRow>;
  /** Which actions the server would allow for a user. */
  may: (user: UserRow) => UserRights;
  onEdit: (user: UserRow) => void;
  onAssignLocations: (user: UserRow) => void;
  onAssignRoles: (user: UserRow) => void;
  onSetActive: (user: UserRow, isActive: boolean) => void;
  onDelete: (user: UserRow) => void;
}

export interface UserRights {
  edit: boolean;
  assignLocations: boolean;
  assignRoles: boolean;
  deactivate: boolean;
  delete: boolean;
  /** Why this user cannot be deactivated or deleted, when it is not for lack of a permission. */
  whyNotLeave: string | undefined;
}

/** One menu for the whole table. */
export function UserRowMenu({
  popup,
  may,
  onEdit,
  onAssignLocations,
  onAssignRoles,
  onSetActive,
  onDelete,
}: UserRowMenuProps) {
  const user = popup.payload;
  const rights = may(user);
  return (
    <Menu label={`Actions for ${nameOf(user)}`} popup={popup}>
      <MenuItem icon={<IconPencil size={18} />} disabled={!rights.edit} onClick={() => onEdit(user)}>
        Edit User
      </MenuItem>
      <MenuItem
        icon={<IconMapPin size={18} />}
        disabled={!rights.assignLocations}
        onClick={() => onAssignLocations(user)}
      >
        Assign Locations
      </MenuItem>
      <MenuItem
        icon={<IconShield size={18} />}
        disabled={!rights.assignRoles}
        onClick={() => onAssignRoles(user)}
      >
        Assign Roles
      </MenuItem>
      <MenuItem
        icon={user.is_active ? <IconUserOff size={18} /> : <IconUserCheck size={18} />}
        disabled={!rights.deactivate}
        title={rights.whyNotLeave}
        onClick={() => onSetActive(user, !user.is_active)}
      >
        {user.is_active ? 'Deactivate' : 'Activate'}
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        icon={<IconTrash size={18} />}
        tone="danger"
        disabled={!rights.delete}
        title={rights.whyNotLeave}
        onClick={() => onDelete(user)}
      >
        Delete User
      </MenuItem>
    </Menu>
  );
}
