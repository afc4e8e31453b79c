import { useEffect, useState } from 'react';
import type { Act } from '../../../contract/access/acts.ts';
import { useAccess, useIsAccessKnown } from '../../lib/account/access.ts';
import { showToast } from '../toast/toasts.ts';

/**
 * A link may open a dialog whose save the server would refuse: it closes at once, and a toast says why. When the actor
 * loses a permission later, it stays open with its input, and saving reports the refusal.
 */
export function useMayOpen(act: Act | undefined, onClose: () => void): boolean {
  const { mayAct } = useAccess();
  const isKnown = useIsAccessKnown();
  const decide = () => ({ act, mayOpen: act === undefined || mayAct(act) });
  const [opened, setOpened] = useState(decide);
  if (opened.act !== act) setOpened(decide());
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
