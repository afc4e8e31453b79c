import { lazyAfterIdle } from '../../components/loading/lazy-after-idle.ts';
import type { OpenPopup } from '../../lib/browser/popup.ts';

const popup = { closeOf: ({ popup }: { popup: OpenPopup }) => popup.close };

/** What the buttons of the top bar open. */
export const AppsPopover = lazyAfterIdle(async () => (await import('./apps-popover.tsx')).AppsPopover, popup);
export const NotificationsPopover = lazyAfterIdle(
  async () => (await import('./notifications-popover.tsx')).NotificationsPopover,
  popup,
);
export const UserMenuPopup = lazyAfterIdle(
  async () => (await import('./user-menu-popup.tsx')).UserMenuPopup,
  popup,
);
export const Drawer = lazyAfterIdle(async () => (await import('./drawer.tsx')).Drawer, {
  closeOf: ({ onClose }) => onClose,
});
