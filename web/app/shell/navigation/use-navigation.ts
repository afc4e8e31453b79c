import type { Icon } from '@tabler/icons-react';
import { type RegisteredRouter, useLocation } from '@tanstack/react-router';
import { type HasPermission, mayRun } from '../../../../contract/access/acts.ts';
import {
  IconBuildingStore,
  IconClipboardList,
  IconCurrencyDollar,
  IconLayoutDashboard,
  IconUpload,
  IconUsers,
} from '../../../components/icons/icons.ts';
import { useAccess } from '../../../lib/account/access.ts';
import { hasRegisters } from '../../../lib/account/has-registers.ts';

type Path = keyof RegisteredRouter['routesByPath'];
/** Other pages lead to these. A new page that is neither here nor in the sidebar does not compile. */
type InnerPath =
  | ('/' | '/$' | '/login' | '/reset-password' | '/auth/confirm' | '/unsubscribe' | '/profile' | '/settings')
  | ('/sales/reporting' | '/products' | '/stock' | '/register-files')
  | `/${string}/$${string}`;

interface MainPage {
  label: string;
  Icon: Icon;
  /** The pages whose path starts with this belong to it: its item is marked on them, too. */
  isAlsoOn?: string;
  /** Only users for whom this is true are shown the page. The server decides what it gets. */
  mayOpen?: (hasPermission: HasPermission) => boolean;
}

/** Not with the routes, which the login page fetches, too. */
const mainPages: Record<Exclude<Path, InnerPath>, MainPage> = {
  '/dashboard': { label: 'Dashboard', Icon: IconLayoutDashboard },
  '/locations': { label: 'Locations', Icon: IconBuildingStore },
  '/users': { label: 'Users', Icon: IconUsers },
  '/sales': {
    ...{ label: 'Sales', Icon: IconCurrencyDollar, isAlsoOn: '/register-files' },
    mayOpen: (hasPermission) => hasPermission('registers.read') && hasRegisters(),
  },
  '/audit': {
    ...{ label: 'Audit', Icon: IconClipboardList },
    mayOpen: (hasPermission) => hasPermission('audit.read'),
  },
  '/runs': { label: 'Imports', Icon: IconUpload, isAlsoOn: '/import/', mayOpen: mayRun },
};

/** The pages that the sidebar, the bottom bar of a phone and Apps show to the user. */
export function useNavigation() {
  const { hasPermission } = useAccess();
  const { pathname } = useLocation();
  return (Object.entries(mainPages) as [keyof typeof mainPages, MainPage][])
    .filter(([, { mayOpen }]) => !mayOpen || mayOpen(hasPermission))
    .map(([to, { label, Icon, isAlsoOn }]) => {
      const isCurrent = [to, isAlsoOn].some((path) => path && pathname.startsWith(path));
      return { to, label, Icon, isCurrent };
    });
}
