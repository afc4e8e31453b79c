import { Link } from '@tanstack/react-router';
import type { Location } from '../../../contract/locations.ts';
import { IconPencil, IconTrash, IconUsers } from '../../components/icons/icons.ts';
import { Menu, MenuItem, MenuLink } from '../../components/overlay/menu.tsx';
import { useAccess } from '../../lib/account/access.ts';
import type { OpenPopup } from '../../lib/browser/popup.ts';
import { ActItems } from '../../parts/acts/act-items.tsx';
import {
  type LocationAct,
  locationActs,
  menuActsOf,
  useLocationActs,
} from '../../parts/acts/location-acts.ts';
import type { LocationActions } from './locations-table.tsx';

export function LocationRowMenu({
  popup,
  mayEdit,
  mayDelete,
  onEdit,
  onDelete,
}: Pick<LocationActions, 'mayEdit' | 'mayDelete' | 'onEdit' | 'onDelete'> & { popup: OpenPopup<Location> }) {
  const location = popup.payload;
  return (
    <Menu label={`Actions for ${location.name}`} title={location.name} popup={popup}>
      {mayEdit && (
        <MenuItem icon={<IconPencil size={18} />} onClick={() => onEdit(location)}>
          Edit
        </MenuItem>
      )}
      {mayDelete && (
        <MenuItem icon={<IconTrash size={18} />} tone="danger" onClick={() => onDelete(location)}>
          Delete
        </MenuItem>
      )}
    </Menu>
  );
}

interface LocationMenuProps {
  popup: OpenPopup<Location>;
  onOpen: (act: LocationAct) => void;
}

export function LocationMenu({ popup, onOpen }: LocationMenuProps) {
  const { hasPermission } = useAccess();
  const { id, name } = popup.payload;
  const acts = menuActsOf(useLocationActs().may(popup.payload));
  return (
    <Menu label={`Actions for ${name}`} title={name} popup={popup}>
      {hasPermission('users.read') && (
        <MenuLink icon={<IconUsers size={18} />} link={<Link to="/users" search={{ location: id }} />}>
          Show Users
        </MenuLink>
      )}
      <ActItems looks={locationActs} acts={acts} onAct={onOpen} />
    </Menu>
  );
}
