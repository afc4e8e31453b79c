import { useEffect } from 'react';

/** The browser asks before the page is reloaded or its tab is closed, while there is something unsaved. */
export function useUnloadQuestion(isChanged: boolean) {
  useEffect(() => {
    if (!isChanged) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isChanged]);
}
