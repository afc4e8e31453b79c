import { IconButton } from '../../components/button/icon-button.tsx';
import { IconBell } from '../../components/icons/icons.ts';
import { PopupPlace } from '../../components/overlay/popup-place.tsx';
import { createPopup } from '../../lib/browser/popup.ts';
import { NotificationsPopover } from './popups/popups.ts';

const notifications = createPopup('dialog');

export function NotificationsButton() {
  return (
    <>
      <IconButton label="Notifications" icon={<IconBell size={20} />} {...notifications.buttonProps(null)} />
      <PopupPlace of={notifications}>{(popup) => <NotificationsPopover popup={popup} />}</PopupPlace>
    </>
  );
}
