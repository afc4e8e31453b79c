import type { ComponentType } from 'react';
import type { Role } from '../../../../contract/roles.ts';
import type { View, ViewList } from '../../../../contract/views.ts';
import { periodNames } from '../../../features/registers/sales/comparison.ts';
import type { ListView } from '../../../lib/url/list-search.ts';
import type { ActOfKind, BoxEntry, BoxLink, BoxResult } from './box-results.ts';

interface Screen {
  to: string;
  label: string | undefined;
  Icon?: ComponentType<{ size?: number }>;
}

export function screensOf(
  pages: readonly Screen[],
  settings: readonly { tab: string | undefined; label: string }[],
): BoxEntry[] {
  return [
    ...pages.map(({ to, label = '', Icon }) =>
      screen({ name: label, detail: null, link: { to: to as BoxLink['to'] }, Icon }),
    ),
    ...settings.map(({ tab, label }) => {
      const link = { to: '/settings', search: tab ? { tab } : {} } as const;
      return screen({ name: label, detail: 'Settings', link });
    }),
    ...profileSections.map(([hash, name]) =>
      screen({ name, detail: 'Profile', link: { to: '/profile', hash } }),
    ),
  ];
}

/** By the ids of the sections on the Profile page. */
const profileSections = [
  ['details', 'Your details'],
  ['email', 'Sign-in email'],
  ['access', 'Access'],
  ['password', 'Password'],
  ['second-factor', 'Second factor'],
  ['devices', 'Devices'],
  ['notifications', 'Notifications'],
] as const;

function screen(result: Omit<BoxResult, 'key' | 'kind'>): BoxEntry {
  return { result: { ...result, key: `screen ${result.link?.to} ${result.name}`, kind: 'screen' } };
}

const salesPages = [
  ['/sales/exceptions', 'Exceptions'],
  ['/sales/reporting', 'Reporting'],
  ['/stock', 'Stock'],
  ['/products', 'Products'],
  ['/register-files', 'Register files'],
] as const;

const salesTables = [
  ['locations', 'Sales by location'],
  ['departments', 'Sales by department'],
  ['grades', 'Sales by grade'],
  ['payments', 'Sales by payment'],
] as const;

/** Of a chain with registers, for those who may read them. */
export function salesEntries(): BoxEntry[] {
  const detail = 'Sales';
  const departments = { to: '/settings/departments' } as const;
  return [
    ...salesPages.map(([to, name]) => screen({ name, detail, link: { to } })),
    screen({ name: 'Departments', detail: 'Settings', link: departments }),
    ...Object.entries(periodNames).map(([period, name]) =>
      salesView(`Sales ${name.toLowerCase()}`, { period }),
    ),
    ...salesTables.map(([show, name]) => salesView(name, { show })),
  ];
}

function salesView(name: string, search: Record<string, string>): BoxEntry {
  return viewEntry(`built-in sales ${name}`, name, 'sales', search);
}

/** What opens something about a location or a user that is named with it: 'sales airport 160', 'managers at airport'. */
export function openingsOf(
  may: { seesSales: boolean; audit: boolean; readUsers: boolean },
  roles: readonly Pick<Role, 'id' | 'name'>[],
): ActOfKind[] {
  const at = (label: string, open: ActOfKind['open'], words?: string): ActOfKind => ({
    ...{ kind: 'location', label },
    ...(open && { open }),
    ...(words && { words }),
  });
  const of =
    (to: '/stock' | '/sales/exceptions' | '/register-files') =>
    ({ id }: { id: string }) =>
      ({ to, search: { location: id } }) as const;
  const history = (kind: ActOfKind['kind']): ActOfKind => ({
    ...{ kind, label: 'History' },
    open: ({ id }) => ({ to: '/audit', search: { [kind]: id } }),
  });
  return [
    ...(may.seesSales
      ? [
          at('Sales', ({ id }) => ({ to: '/locations/$id/sales', params: { id } })),
          at('Stock', of('/stock')),
          at('Exceptions', of('/sales/exceptions')),
          at('Register files', of('/register-files')),
        ]
      : []),
    ...(may.readUsers
      ? [
          ...roles.map(({ id: role, name }) =>
            at(name, ({ id }) => ({ to: '/users', search: { role, location: id } }), name),
          ),
          at('Users', ({ id }) => ({ to: '/users', search: { location: id } })),
        ]
      : []),
    ...(may.audit ? [history('user'), history('location')] : []),
    { kind: 'user', label: 'Open user', open: userLink, isRow: true },
    { kind: 'location', label: 'Open location', open: locationLink, isRow: true },
  ];
}

export function userLink({ id }: { id: string }): BoxLink {
  return { to: '/users/$userId', params: { userId: id } };
}

export function locationLink({ id }: { id: string }): BoxLink {
  return { to: '/locations/$id', params: { id } };
}

const listNames = { users: 'Users', locations: 'Locations', sales: 'Sales' } as const;

export function viewsOf(list: 'users' | 'locations', views: readonly ListView[]): BoxEntry[] {
  return views.map(({ name, search }) => viewEntry(`built-in ${list} ${name}`, name, list, search));
}

/** 'managers' */
export function roleViewsOf(roles: readonly Pick<Role, 'id' | 'name'>[]): BoxEntry[] {
  return roles.map(({ id, name }) => {
    const { result } = viewEntry(`role ${id}`, name, 'users', { role: id, status: 'active' });
    return { result: { ...result, detail: 'Users with this role' } };
  });
}

/** Views that the lists have no button for. */
export const moreUserViews = {
  past: [
    { name: 'Inactive users', search: { status: 'inactive' } },
    { name: 'Never signed in', search: { last_sign_in: 'never', status: 'active' } },
  ],
  invitations: [
    { name: 'Invited', search: { invitation: 'invited', status: 'active' } },
    { name: 'Invite expired', search: { invitation: 'expired', status: 'active' } },
    { name: 'Invite failed', search: { invitation: 'failed', status: 'active' } },
  ],
  factors: [{ name: 'No second factor', search: { second_factor: 'none', status: 'active' } }],
} satisfies Record<string, ListView[]>;

export const moreLocationViews: readonly ListView[] = [
  { name: 'Nobody assigned', search: { staff: 'nobody', status: 'open' } },
];

export function savedViewsOf(views: readonly View[]): BoxEntry[] {
  return views.map(({ id, name, list, query }) =>
    viewEntry(id, name, list, Object.fromEntries(new URLSearchParams(query))),
  );
}

function viewEntry(key: string, name: string, list: ViewList, search: Record<string, string>): BoxEntry {
  const detail = `View of ${listNames[list]}`;
  return { result: { key, kind: 'view', name, detail, link: { to: `/${list}`, search } } };
}
