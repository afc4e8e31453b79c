import { Link } from '@tanstack/react-router';
import type { Location } from '../../../../contract/locations.ts';
import { IconBuildingStore, IconTrash, IconUsers } from '../../../components/icons/icons.ts';
import { Menu, MenuItem, MenuLink, MenuSeparator } from '../../../components/overlay/menu.tsx';
import { useAccess } from '../../../lib/account/access.ts';
import type { OpenPopup } from '../../../lib/browser/popup.ts';
import { useLocationActs } from '../use-location-acts.ts';

export interface LocationMenuProps {
  popup: OpenPopup<Location>;
  onOpen: (dialog: 'close' | 'delete') => void;
}

export function LocationMenu({ popup, onOpen }: LocationMenuProps) {
  const { hasPermission } = useAccess();
  const { id, name } = popup.payload;
  const acts = useLocationActs().may(popup.payload);
  const mayClose = acts.has('close');
  const mayDelete = acts.has('delete');
  return (
    <Menu label={`Actions for ${name}`} title={name} popup={popup}>
      {hasPermission('users.read') && (
        <MenuLink icon={<IconUsers size={18} />} link={<Link to="/users" search={{ location: id }} />}>
          Show Users
        </MenuLink>
      )}
      {mayClose && (
        <MenuItem icon={<IconBuildingStore size={18} />} onClick={() => onOpen('close')}>
          Close Location
        </MenuItem>
      )}
      {mayClose && mayDelete && <MenuSeparator />}
      {mayDelete && (
        <MenuItem icon={<IconTrash size={18} />} tone="danger" onClick={() => onOpen('delete')}>
          Delete Location
        </MenuItem>
      )}
    </Menu>
  );
}
