import { createStore, useStore } from '../store.ts';
import { useMediaQuery } from './use-media-query.ts';

export type Theme = 'light' | 'dark';
export type ThemeChoice = Theme | 'system';

/** Shared with public/theme.js, which sets the theme before the first paint. */
const storageKey = 'canopy.theme';

const systemIsDark = '(prefers-color-scheme: dark)';

const choiceStore = createStore<ThemeChoice>(savedChoice() ?? 'system', watch);

export function useTheme(): { choice: ThemeChoice; theme: Theme } {
  const choice = useStore(choiceStore);
  const isDark = useMediaQuery(systemIsDark);
  return { choice, theme: themeOf(choice, isDark) };
}

export function chooseTheme(choice: ThemeChoice) {
  try {
    if (choice === 'system') localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, choice);
  } catch {
    // When the storage is blocked, the choice lasts until the page is closed.
  }
  choiceStore.set(choice);
  paint();
}

function savedChoice(): ThemeChoice | null {
  try {
    const saved = localStorage.getItem(storageKey);
    return saved === 'light' || saved === 'dark' ? saved : 'system';
  } catch {
    return null;
  }
}

function themeOf(choice: ThemeChoice, isDark: boolean): Theme {
  if (choice !== 'system') return choice;
  return isDark ? 'dark' : 'light';
}

function paint() {
  const page = document.documentElement;
  page.dataset.theme = themeOf(choiceStore.get(), matchMedia(systemIsDark).matches);
  const statusBar = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]');
  if (statusBar) statusBar.content = getComputedStyle(page).getPropertyValue('--sidebar');
}

function watch() {
  const system = matchMedia(systemIsDark);
  system.addEventListener('change', paint);
  // Another tab chose.
  window.addEventListener('storage', readAgain);
  // The other tab may have changed it before this.
  readAgain();
  return () => {
    system.removeEventListener('change', paint);
    window.removeEventListener('storage', readAgain);
  };
}

function readAgain() {
  choiceStore.set(savedChoice() ?? choiceStore.get());
  paint();
}
