import { useEffect, useState } from 'react';
import type { Permission } from '../../../contract/access/permissions.ts';
import { useAccess, useIsAccessKnown } from '../../lib/account/access.ts';
import { showToast } from '../toast/toasts.ts';

/**
 * Whether the actor has the permission of a dialog. A link from another user may open a dialog whose save the server
 * would refuse: such a dialog closes at once, and a toast says why. When the actor loses the permission later, the dialog
 * stays open with its input, and saving reports the refusal.
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
