import { useSyncExternalStore } from 'react';

export type Theme = 'light' | 'dark';
export type ThemeChoice = Theme | 'system';

/** Shared with public/theme.js, which sets the theme before the first paint. */
const storageKey = 'canopy.theme';

/** What the user chose, and what that means right now. */
export function useTheme(): { choice: ThemeChoice; theme: Theme } {
  const choice = useSyncExternalStore(subscribe, themeChoice);
  const theme = useSyncExternalStore(subscribe, currentTheme);
  return { choice, theme };
}

export function chooseTheme(choice: ThemeChoice) {
  try {
    if (choice === 'system') localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, choice);
  } catch {
    // Blocked storage: the choice holds until the page is closed.
    unsaved = choice;
  }
  apply();
}
let unsaved: ThemeChoice | null = null;

function themeChoice(): ThemeChoice {
  try {
    const saved = localStorage.getItem(storageKey);
    if (saved === 'light' || saved === 'dark') return saved;
  } catch {
    // Blocked storage, see above.
  }
  return unsaved ?? 'system';
}

function currentTheme(): Theme {
  const choice = themeChoice();
  if (choice !== 'system') return choice;
  return systemQuery().matches ? 'dark' : 'light';
}

const listeners = new Set<() => void>();

function apply() {
  document.documentElement.dataset.theme = currentTheme();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  if (listeners.size === 0) {
    systemQuery().addEventListener('change', apply);
    // Another tab chose.
    window.addEventListener('storage', apply);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    systemQuery().removeEventListener('change', apply);
    window.removeEventListener('storage', apply);
  };
}

function systemQuery() {
  return matchMedia('(prefers-color-scheme: dark)');
}
