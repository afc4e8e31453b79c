import { lazyPart } from '../../components/loading/lazy-part.tsx';
import type { OpenPopup } from '../../lib/browser/popup.ts';

const popup = { closeOf: ({ popup }: { popup: OpenPopup }) => popup.close, afterIdle: true };

/** What the buttons of the top bar open. */
export const AppsPopover = lazyPart(async () => (await import('./apps-popover.tsx')).AppsPopover, popup);
export const NotificationsPopover = lazyPart(
  async () => (await import('./notifications-popover.tsx')).NotificationsPopover,
  popup,
);
export const UserMenuPopup = lazyPart(
  async () => (await import('./user-menu-popup.tsx')).UserMenuPopup,
  popup,
);
export const Drawer = lazyPart(async () => (await import('./drawer.tsx')).Drawer, {
  closeOf: ({ onClose }) => onClose,
  afterIdle: true,
});
/** Opened with a key. */
export const ShortcutsDialog = lazyPart(
  async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog,
  { closeOf: ({ onClose }) => onClose, afterIdle: true },
);
