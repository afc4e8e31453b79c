import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { IconButton } from '../../components/button/icon-button.tsx';
import { IconBell } from '../../components/icons/icons.ts';
import { PopupPlace } from '../../components/overlay/popup-place.tsx';
import { badgeQuery } from '../../features/notifications/notifications.api.ts';
import { createPopup } from '../../lib/browser/popup.ts';
import { whenIdle } from '../../lib/browser/when-idle.ts';
import { NotificationsPopover } from './popups/popups.ts';

const notifications = createPopup('dialog');

/** The number is of rows that came since the panel was opened last. */
export function NotificationsButton() {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    whenIdle(() => setIdle(true));
  }, []);
  const { data } = useQuery({ ...badgeQuery, enabled: isIdle });
  const unseen = data?.unseen ?? 0;
  return (
    <span className="relative inline-flex">
      <IconButton
        label={unseen > 0 ? `Notifications, ${unseen} new` : 'Notifications'}
        tooltip="Notifications"
        icon={<IconBell size={20} />}
        {...notifications.buttonProps(null)}
      />
      {unseen > 0 && (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute top-0 right-0 grid h-4.5 min-w-4.5 place-items-center rounded-full bg-petrol px-1 text-[0.6875rem] leading-none font-bold text-on-petrol max-md:top-1 max-md:right-1"
        >
          {unseen > 99 ? '99+' : unseen}
        </span>
      )}
      <PopupPlace of={notifications}>{(popup) => <NotificationsPopover popup={popup} />}</PopupPlace>
    </span>
  );
}
