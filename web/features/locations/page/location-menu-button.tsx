import type { Location } from '../../../../contract/locations.ts';
import { IconButton } from '../../../components/button/icon-button.tsx';
import { IconDots } from '../../../components/icons/icons.ts';
import { useAccess } from '../../../lib/account/access.ts';
import { createPopup } from '../../../lib/browser/popup.ts';

export const locationMenu = createPopup<Location>('menu');

/** Opens the menu of the page; absent when it would be empty. */
export function LocationMenuButton({ location }: { location: Location }) {
  const { mayAct, hasPermission } = useAccess();
  const mayClose = mayAct('closeLocation') && !location.closed_on;
  if (!hasPermission('users.read') && !mayClose && !mayAct('deleteLocation')) return null;
  return (
    <IconButton
      label={`Actions for ${location.name}`}
      tooltip="Actions"
      icon={<IconDots size={20} aria-hidden="true" />}
      {...locationMenu.buttonProps(location)}
    />
  );
}
