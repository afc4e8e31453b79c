import { useState } from 'react';

const key = 'canopy.sidebar';

/** Whether the sidebar is folded to its icons; remembered in this browser. */
export function useCollapsed() {
  const [isCollapsed, setCollapsed] = useState(() => read() === 'collapsed');
  function set(next: boolean) {
    setCollapsed(next);
    try {
      localStorage.setItem(key, next ? 'collapsed' : 'open');
    } catch {
      // Blocked storage: it holds until the page is closed.
    }
  }
  return [isCollapsed, set] as const;
}

function read() {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
