import type { UserRow } from '../../../contract/users.ts';
import { iconButtonClasses } from '../../components/icon-button.tsx';
import {
  IconDots,
  IconMapPin,
  IconPencil,
  IconShield,
  IconTrash,
  IconUserCheck,
  IconUserOff,
} from '../../components/icons.ts';
import { Menu, MenuItem, MenuPopup, MenuSeparator } from '../../components/menu.tsx';
import { classes } from '../../lib/classes.ts';
import { nameOf } from './use-person.ts';

/** One menu for the whole table; each row only has a button for it. */
const rowMenu = Menu.createHandle<UserRow>();

export function UserRowButton({ user, className }: { user: UserRow; className?: string }) {
  return (
    <Menu.Trigger
      handle={rowMenu}
      payload={user}
      aria-label={`Actions for ${nameOf(user)}`}
      title="Actions"
      className={classes(iconButtonClasses, className)}
    >
      <IconDots size={20} aria-hidden="true" />
    </Menu.Trigger>
  );
}

export interface UserRowMenuProps {
  /** Which of the actions the server would grant, for this person. */
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
}

export function UserRowMenu({
  may,
  onEdit,
  onAssignLocations,
  onAssignRoles,
  onSetActive,
  onDelete,
}: UserRowMenuProps) {
  return (
    <Menu.Root handle={rowMenu}>
      {({ payload: user }) => {
        if (!user) return null;
        const rights = may(user);
        return (
          <MenuPopup>
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
              onClick={() => onSetActive(user, !user.is_active)}
            >
              {user.is_active ? 'Deactivate' : 'Activate'}
            </MenuItem>
            <MenuSeparator />
            <MenuItem
              icon={<IconTrash size={18} />}
              tone="danger"
              disabled={!rights.delete}
              onClick={() => onDelete(user)}
            >
              Delete User
            </MenuItem>
          </MenuPopup>
        );
      }}
    </Menu.Root>
  );
}
