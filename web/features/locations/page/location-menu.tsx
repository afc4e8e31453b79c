import { Link } from '@tanstack/react-router';
import type { Location } from '../../../../contract/locations.ts';
import { IconUsers } from '../../../components/icons/icons.ts';
import { Menu, MenuLink } from '../../../components/overlay/menu.tsx';
import { useAccess } from '../../../lib/account/access.ts';
import type { OpenPopup } from '../../../lib/browser/popup.ts';
import { ActItems } from '../../../parts/acts/act-items.tsx';
import {
  type LocationAct,
  locationActs,
  menuActsOf,
  useLocationActs,
} from '../../../parts/acts/location-acts.ts';

export interface LocationMenuProps {
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
