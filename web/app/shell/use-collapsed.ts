import { useState } from 'react';
import { useMediaQuery } from '../../lib/browser/use-media-query.ts';

/** The user's choice is remembered in this browser, separately for small and large windows. */
export function useCollapsed() {
  const isSmall = useMediaQuery('(width < 80rem)');
  const key = isSmall ? 'canopy.sidebar.small' : 'canopy.sidebar';
  const [chosen, setChosen] = useState<Record<string, string>>({});
  const choice = chosen[key] ?? read(key);
  function set(isCollapsed: boolean) {
    const value = isCollapsed ? 'collapsed' : 'open';
    setChosen({ ...chosen, [key]: value });
    try {
      localStorage.setItem(key, value);
    } catch {
      // When the storage is blocked, the choice lasts until the page is closed.
    }
  }
  return [choice ? choice === 'collapsed' : isSmall, set] as const;
}

function read(key: string) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
