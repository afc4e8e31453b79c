import { Popover } from '../../../components/overlay/popover.tsx';
import type { OpenPopup } from '../../../lib/browser/popup.ts';

export function NotificationsPopover({ popup }: { popup: OpenPopup }) {
  return (
    <Popover title="Notifications" popup={popup}>
      <p className="mt-1 w-56 text-ink-soft">Nothing new</p>
    </Popover>
  );
}
