import type { Icon } from '@tabler/icons-react';
import { type RegisteredRouter, useLocation } from '@tanstack/react-router';
import { mayRun } from '../../../../contract/access/acts.ts';
import {
  IconBuildingStore,
  IconClipboardList,
  IconCurrencyDollar,
  IconLayoutDashboard,
  IconMap2,
  IconUpload,
  IconUsers,
} from '../../../components/icons/icons.ts';
import { useAccess } from '../../../lib/account/access.ts';

type Path = keyof RegisteredRouter['routesByPath'];
/** Other pages lead to these. A new page that is neither here nor in the sidebar does not compile. */
type InnerPath =
  | (
      | '/'
      | '/$'
      | '/login'
      | '/reset-password'
      | '/auth/confirm'
      | '/auth/callback'
      | '/unsubscribe'
      | '/profile'
    )
  | ('/notifications' | '/runs' | '/import')
  | ('/settings' | '/settings/api' | '/settings/departments' | '/users/access-list')
  | ('/sales/exceptions' | '/sales/reporting' | '/import/sales' | '/products' | '/stock' | '/register-files')
  | `/${string}/$${string}`;

interface MainPage {
  label: string;
  Icon: Icon;
  /** The paths on which its item is marked, unless they are those that begin with its own. */
  isOn?: RegExp;
  /** Only users for whom this is true are shown the page. The server decides what it gets. */
  mayOpen?: (access: ReturnType<typeof useAccess>) => boolean;
}

/** Not with the routes, which the login page fetches, too. */
const mainPages: Record<Exclude<Path, InnerPath>, MainPage> = {
  '/dashboard': { label: 'Dashboard', Icon: IconLayoutDashboard },
  '/locations': { label: 'Locations', Icon: IconBuildingStore, isOn: /^\/locations(?!\/[^/]+\/sales)/ },
  '/districts': {
    label: 'Districts',
    Icon: IconMap2,
    mayOpen: ({ seesDistricts }) => seesDistricts,
  },
  '/users': { label: 'Users', Icon: IconUsers },
  '/sales': {
    ...{ label: 'Sales', Icon: IconCurrencyDollar },
    isOn: /^\/(?:sales|stock|products|register-files|locations\/[^/]+\/sales)/,
    mayOpen: ({ seesSales }) => seesSales,
  },
  '/audit': {
    ...{ label: 'Audit', Icon: IconClipboardList },
    mayOpen: ({ hasPermission }) => hasPermission('audit.read'),
  },
  '/imports': {
    label: 'Imports',
    Icon: IconUpload,
    isOn: /^\/(?:imports|runs|import\/)/,
    mayOpen: ({ hasPermission }) => mayRun(hasPermission),
  },
};

/** The pages that the sidebar, the bottom bar of a phone and Apps show to the user. */
export function useNavigation() {
  const access = useAccess();
  const { pathname } = useLocation();
  return (Object.entries(mainPages) as [keyof typeof mainPages, MainPage][])
    .filter(([, { mayOpen }]) => !mayOpen || mayOpen(access))
    .map(([to, { label, Icon, isOn }]) => {
      const isCurrent = isOn ? isOn.test(pathname) : pathname.startsWith(to);
      return { to, label, Icon, isCurrent };
    });
}
