import type { ComponentType } from 'react';
import type { District } from '../../../../contract/districts.ts';
import type { Role } from '../../../../contract/roles.ts';
import type { View, ViewList } from '../../../../contract/views.ts';
import { periodNames } from '../../../features/registers/sales/comparison.ts';
import { countOf } from '../../../lib/format/format-number.ts';
import type { ListView } from '../../../lib/url/list-search.ts';
import { searchOf, viewText } from '../../../parts/views/view-text.ts';
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
    screen({ name: 'API', detail: 'Settings', link: { to: '/settings/api' } }),
    ...profileSections.map(([hash, name]) =>
      screen({ name, detail: 'Profile', link: { to: '/profile', hash } }),
    ),
  ];
}

export const accessListEntry = (): BoxEntry =>
  screen({ name: 'Access List', detail: 'Users', link: { to: '/users/access-list' } });

/** By the ids of the sections on the Profile page. */
const profileSections = [
  ['details', 'Your details'],
  ['email', 'Sign-in email'],
  ['access', 'Access'],
  ['password', 'Password'],
  ['second-factor', 'Second factor'],
  ['devices', 'Devices'],
  ['tokens', 'API tokens'],
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

const periods: readonly ListView[] = Object.entries(periodNames).map(([period, name]) => ({
  name: `Sales ${name.toLowerCase()}`,
  search: { period },
}));

const salesTables: readonly ListView[] = [
  { name: 'Sales by location', search: { show: 'locations' } },
  { name: 'Sales by state', search: { show: 'states' } },
  { name: 'Sales by department', search: { show: 'departments' } },
  { name: 'Sales by grade', search: { show: 'grades' } },
  { name: 'Sales by payment', search: { show: 'payments' } },
];

/** Of a chain with registers, for those who may read them. */
export function salesEntries(): BoxEntry[] {
  const detail = 'Sales';
  const departments = { to: '/settings/departments' } as const;
  return [
    ...salesPages.map(([to, name]) => screen({ name, detail, link: { to } })),
    screen({ name: 'Departments', detail: 'Settings', link: departments }),
    ...viewsOf('sales', [...periods, ...salesTables]),
  ];
}

/** What opens something about a location or a user that is named with it: 'sales airport 160', 'managers at airport'. */
export function openingsOf(
  may: { seesSales: boolean; audit: boolean; readUsers: boolean },
  roles: readonly Pick<Role, 'id' | 'name'>[],
): ActOfKind[] {
  const at = (label: string, open: NonNullable<ActOfKind['open']>) =>
    ({ kind: 'location', label, open }) as const;
  const of =
    (to: '/stock' | '/sales/exceptions' | '/register-files') =>
    ({ id }: { id: string }) =>
      ({ to, search: { location: id } }) as const;
  const salesOf =
    (search: Record<string, string>) =>
    ({ id }: { id: string }) =>
      ({ to: '/locations/$id/sales', params: { id }, search }) as const;
  const history = (kind: ActOfKind['kind']): ActOfKind => ({
    ...{ kind, label: 'History' },
    open: ({ id }) => ({ to: '/audit', search: { [kind]: id } }),
  });
  return [
    ...(may.seesSales
      ? [
          at('Sales', salesOf({})),
          ...periods.map(({ name, search }) => ({ ...at(name, salesOf(search)), isOfPeriod: true as const })),
          at('Stock', of('/stock')),
          at('Exceptions', of('/sales/exceptions')),
          at('Register files', of('/register-files')),
        ]
      : []),
    ...(may.readUsers
      ? [
          ...roles.map(({ id: role, name }) => ({
            ...at(name, ({ id }) => ({ to: '/users', search: { role, location: id } })),
            words: name,
          })),
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

export function viewsOf(list: ViewList, views: readonly ListView[]): BoxEntry[] {
  return views.map((view) => viewEntry(list, view));
}

/** 'managers' */
export function roleViewsOf(roles: readonly Pick<Role, 'id' | 'name'>[]): BoxEntry[] {
  return roles.map(({ id, name }) => {
    const { result } = viewEntry('users', { name, search: { role: id, status: 'active' } });
    return { result: { ...result, detail: 'Users with this role' } };
  });
}

/** By name, or by number: 'district 4'. */
export function districtsOf(districts: readonly District[]): BoxEntry[] {
  return districts.map(({ id, name, number, location_count }) => ({
    result: {
      ...{ key: `district ${id}`, kind: 'view', name },
      detail: `District · ${countOf(location_count, 'location')}`,
      link: { to: '/districts/$id', params: { id } },
    },
    words: `district ${number ?? ''}`,
  }));
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
  return views.map((view) => viewEntry(view.list, { name: view.name, search: searchOf(view) }));
}

/** A built-in view that was saved when it was watched has the key of the built-in one: the box shows each once. */
function viewEntry(list: ViewList, { name, search }: ListView): BoxEntry {
  const [key, detail] = [`${list} ${name} ${viewText(search)}`, `View of ${listNames[list]}`];
  return { result: { key, kind: 'view', name, detail, link: { to: `/${list}`, search } } };
}
