import type { Location } from '../../../../contract/locations.ts';
import { IconButton } from '../../../components/button/icon-button.tsx';
import { IconDots } from '../../../components/icons/icons.ts';
import { useAccess } from '../../../lib/account/access.ts';
import { createPopup } from '../../../lib/browser/popup.ts';
import { menuActsOf, useLocationActs } from '../../../parts/acts/location-acts.ts';

export const locationMenu = createPopup<Location>('menu');

/** Opens the menu of the page; absent when it would be empty. */
export function LocationMenuButton({ location }: { location: Location }) {
  const { hasPermission } = useAccess();
  const acts = menuActsOf(useLocationActs().may(location));
  if (!hasPermission('users.read') && acts.size === 0) return null;
  return (
    <IconButton
      label={`Actions for ${location.name}`}
      tooltip="Actions"
      icon={<IconDots size={20} aria-hidden="true" />}
      {...locationMenu.buttonProps(location)}
    />
  );
}
