import { useEffect } from 'react';
import type { Permission } from '../../../contract/access/permissions.ts';
import { useAccess, useIsAccessKnown } from '../../lib/account/access.ts';
import { showToast } from '../toast/toasts.ts';

/**
 * Whether the actor may do what the dialog is for. A link that somebody else passed on may open one that the server would
 * refuse in the end: that dialog is closed at once, and a message says why.
 */
export function useMayOpen(permission: Permission | undefined, onClose: () => void): boolean {
  const { hasPermission } = useAccess();
  const isKnown = useIsAccessKnown();
  const mayOpen = permission === undefined || hasPermission(permission);
  const isRefused = isKnown && !mayOpen;
  useEffect(() => {
    if (!isRefused) return;
    showToast({ about: 'dialog', tone: 'note', text: 'Your roles do not allow what this link opens.' });
    onClose();
  }, [isRefused, onClose]);
  return mayOpen;
}
