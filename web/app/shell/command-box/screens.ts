import type { ComponentType } from 'react';
import type { View, ViewList } from '../../../../contract/views.ts';
import type { ListView } from '../../../lib/url/list-search.ts';
import type { BoxEntry, BoxLink, BoxResult } from './box-results.ts';

interface Screen {
  to: string;
  label: string | undefined;
  Icon?: ComponentType<{ size?: number }>;
}

/** Other words for a screen, by its path, and for a setting by its label. */
const otherWords: Record<string, string> = {
  '/audit': 'log history who did what',
  '/runs': 'bulk changes runs upload files',
  '/profile': 'my account name phone password email devices second factor',
  '/settings': 'preferences options',
  Appearance: 'theme dark light system',
  Organization: 'company name support sign-ups idle invitation days',
  Configuration: 'server variables version database',
  Email: 'outgoing emails mail server test',
  Roles: 'permissions',
  Diagnostics: 'live changes stream connection version browser',
};

export function screensOf(
  pages: readonly Screen[],
  settings: readonly { tab: string | undefined; label: string }[],
): BoxEntry[] {
  return [
    ...pages.map(({ to, label = '', Icon }) => {
      const link = { to: to as BoxLink['to'] };
      return screen({ name: label, detail: null, link, Icon }, otherWords[to]);
    }),
    ...settings.map(({ tab, label }) => {
      const link = { to: '/settings', search: tab ? { tab } : {} } as const;
      return screen({ name: label, detail: 'Settings', link }, `settings ${otherWords[label] ?? ''}`);
    }),
    screen(
      { name: 'Access', detail: 'Profile', link: { to: '/profile', hash: 'access' } },
      'my access what I can see and why roles locations',
    ),
  ];
}

function screen(result: Omit<BoxResult, 'key' | 'kind'>, words = ''): BoxEntry {
  const key = `screen ${result.link?.to} ${result.name}`;
  return { result: { ...result, key, kind: 'screen' }, words };
}

const listNames = { users: 'Users', locations: 'Locations', sales: 'Sales' } as const;

export function viewsOf(list: 'users' | 'locations', views: readonly ListView[]): BoxEntry[] {
  return views.map(({ name, search }) => viewEntry(`built-in ${list} ${name}`, name, list, search));
}

export function savedViewsOf(views: readonly View[]): BoxEntry[] {
  return views.map(({ id, name, list, query }) =>
    viewEntry(id, name, list, Object.fromEntries(new URLSearchParams(query))),
  );
}

function viewEntry(key: string, name: string, list: ViewList, search: Record<string, string>): BoxEntry {
  const detail = `View of ${listNames[list]}`;
  return { result: { key, kind: 'view', name, detail, link: { to: `/${list}`, search } }, words: detail };
}
