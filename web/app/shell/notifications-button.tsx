import { Popover } from '@base-ui/react/popover';
import { iconButtonClasses } from '../../components/icon-button.tsx';
import { IconBell } from '../../components/icons.ts';
import { PopoverPopup } from '../../components/popover-popup.tsx';

export function NotificationsButton() {
  return (
    <Popover.Root>
      <Popover.Trigger className={iconButtonClasses} aria-label="Notifications" title="Notifications">
        <IconBell size={20} aria-hidden="true" />
      </Popover.Trigger>
      <PopoverPopup title="Notifications">
        <p className="mt-1 w-56 text-ink-soft">Nothing new</p>
      </PopoverPopup>
    </Popover.Root>
  );
}
