import { lazyPart } from '../../../components/loading/lazy-part.tsx';
import type { OpenPopup } from '../../../lib/browser/popup.ts';

const popup = { closeOf: ({ popup }: { popup: OpenPopup }) => popup.close, afterIdle: true };

export const AppsPopover = lazyPart(async () => (await import('./apps-popover.tsx')).AppsPopover, popup);
export const NotificationsPopover = lazyPart(
  async () => (await import('./notifications-popover.tsx')).NotificationsPopover,
  popup,
);
export const UserMenuPopup = lazyPart(
  async () => (await import('./user-menu-popup.tsx')).UserMenuPopup,
  popup,
);
export const MoreSheet = lazyPart(async () => (await import('./more-sheet.tsx')).MoreSheet, {
  closeOf: ({ onClose }) => onClose,
  afterIdle: true,
});
export const SearchSheet = lazyPart(async () => (await import('../search/search-sheet.tsx')).SearchSheet, {
  closeOf: ({ onClose }) => onClose,
  afterIdle: true,
});
/** Opened with a key. */
export const ShortcutsDialog = lazyPart(
  async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog,
  { closeOf: ({ onClose }) => onClose, afterIdle: true },
);
/** Shows a toast when a run ends that the user navigated away from. */
export const RunWatcher = lazyPart(async () => (await import('../../runs/run-watcher.tsx')).RunWatcher);
