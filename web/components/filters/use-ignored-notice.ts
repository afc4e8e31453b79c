import { useEffect } from 'react';
import { showToast } from '../toast/toasts.ts';

/** Says once that the URL names filters, a sort or columns that this list does not have. */
export function useIgnoredNotice(ignored: readonly string[]) {
  const names = ignored.join(', ');
  useEffect(() => {
    if (!names) return;
    const text = `Ignored in this link: ${names}.`;
    // On a fresh page, the toast region starts to listen a moment later.
    const timer = setTimeout(() => showToast({ about: 'ignored', tone: 'note', text }));
    return () => clearTimeout(timer);
  }, [names]);
}
