import { useEffect, useState } from 'react';
import type { Permission } from '../../../contract/access/permissions.ts';
import { useAccess, useIsAccessKnown } from '../../lib/account/access.ts';
import { showToast } from '../toast/toasts.ts';

/**
 * Whether the actor may do what the dialog is for. A link that somebody else passed on may open one that the server would
 * refuse in the end: that dialog is closed at once, and a message says why. Who loses the permission later keeps the dialog
 * and what was typed in it; saving says what happened.
 */
export function useMayOpen(permission: Permission | undefined, onClose: () => void): boolean {
  const { hasPermission } = useAccess();
  const isKnown = useIsAccessKnown();
  const decide = () => ({ permission, mayOpen: permission === undefined || hasPermission(permission) });
  const [opened, setOpened] = useState(decide);
  if (opened.permission !== permission) setOpened(decide());
  const isRefused = isKnown && !opened.mayOpen;
  useEffect(() => {
    if (!isRefused) return;
    showToast({
      about: 'dialog',
      tone: 'note',
      text: 'Your roles do not allow this. Ask your administrator.',
    });
    onClose();
  }, [isRefused, onClose]);
  return opened.mayOpen;
}
