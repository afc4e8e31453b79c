import { browserStorage } from '../session/session-storage.ts';
import { createStore, useStore } from '../store.ts';
import { useMediaQuery } from './use-media-query.ts';

export type Theme = 'light' | 'dark';
export type ThemeChoice = Theme | 'system';

/** Shared with public/theme.js, which sets the theme before the first paint. */
const storageKey = 'canopy.theme';

const systemIsDark = '(prefers-color-scheme: dark)';

const choiceStore = createStore<ThemeChoice>(savedChoice(), watch);

export function useTheme(): { choice: ThemeChoice; theme: Theme; other: Theme } {
  const choice = useStore(choiceStore);
  const isDark = useMediaQuery(systemIsDark);
  const theme = themeOf(choice, isDark);
  return { choice, theme, other: theme === 'dark' ? 'light' : 'dark' };
}

export function chooseTheme(choice: ThemeChoice) {
  if (choice === 'system') browserStorage.removeItem(storageKey);
  else browserStorage.setItem(storageKey, choice);
  choiceStore.set(choice);
  paint();
}

function savedChoice(): ThemeChoice {
  const saved = browserStorage.getItem(storageKey);
  return saved === 'light' || saved === 'dark' ? saved : 'system';
}

function themeOf(choice: ThemeChoice, isDark: boolean): Theme {
  if (choice !== 'system') return choice;
  return isDark ? 'dark' : 'light';
}

function paint() {
  const page = document.documentElement;
  page.dataset.theme = themeOf(choiceStore.get(), matchMedia(systemIsDark).matches);
  const statusBar = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]');
  if (statusBar) statusBar.content = getComputedStyle(page).getPropertyValue('--color-sidebar');
}

function watch() {
  const watching = new AbortController();
  const { signal } = watching;
  matchMedia(systemIsDark).addEventListener('change', paint, { signal });
  // Another tab chose.
  window.addEventListener('storage', readAgain, { signal });
  // The other tab may have changed it before this.
  readAgain();
  return () => watching.abort();
}

function readAgain() {
  choiceStore.set(savedChoice());
  paint();
}
