import { lazyDialog, lazyMenu } from '../../../components/loading/lazy-dialog.tsx';
import { lazyPart } from '../../../components/loading/lazy-part.tsx';

export const AppsPopover = lazyMenu(() => import('./bar-popups.tsx'), 'AppsPopover');
export const NotificationsPopover = lazyMenu(
  () => import('../../../features/notifications/notifications-popover.tsx'),
  'NotificationsPopover',
);
export const UserMenuPopup = lazyMenu(() => import('./bar-popups.tsx'), 'UserMenuPopup');
export const MoreSheet = lazyDialog(() => import('./more-sheet.tsx'), 'MoreSheet');
/** A key opens it, wherever the pointer is. */
export const CommandBox = lazyDialog(() => import('../command-box/command-box.tsx'), 'CommandBox', 'idle');
export const ShortcutsDialog = lazyDialog(() => import('./shortcuts-dialog.tsx'), 'ShortcutsDialog');
/** Lets the screens follow the changes of others. */
export const LivePart = lazyPart(async () => (await import('../../live/live-part.tsx')).LivePart, {
  isInvisible: true,
});
/** Shows a toast when a run ends that the user navigated away from. */
export const RunWatcher = lazyPart(
  async () => (await import('../../../features/runs/run-watcher.tsx')).RunWatcher,
  { isInvisible: true },
);
