import { lazyAfterIdle } from '../../lib/lazy-after-idle.ts';

/** What the buttons of the top bar open. */
export const AppsPopover = lazyAfterIdle(async () => (await import('./apps-popover.tsx')).AppsPopover);
export const NotificationsPopover = lazyAfterIdle(
  async () => (await import('./notifications-popover.tsx')).NotificationsPopover,
);
export const UserMenuPopup = lazyAfterIdle(async () => (await import('./user-menu-popup.tsx')).UserMenuPopup);
export const Drawer = lazyAfterIdle(async () => (await import('./drawer.tsx')).Drawer);
