import { useEffect } from 'react';
import { showToast } from '../toast/toasts.ts';

/** Says once that an address names filters, an order or columns that this list does not have. */
export function useIgnoredNotice(ignored: readonly string[]) {
  const names = ignored.join(', ');
  useEffect(() => {
    if (!names) return;
    const text = `Part of this link was not understood and is ignored: ${names}.`;
    // On a fresh page, what shows toasts listens a moment after this.
    const timer = setTimeout(() => showToast({ about: 'ignored', tone: 'note', text }));
    return () => clearTimeout(timer);
  }, [names]);
}
