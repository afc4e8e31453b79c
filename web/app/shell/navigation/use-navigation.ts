import type { Icon } from '@tabler/icons-react';
import { type LinkProps, useLocation } from '@tanstack/react-router';
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

interface MainPage {
  to: NonNullable<LinkProps['to']>;
  label: string;
  Icon: Icon;
  /** The pages whose path starts with this belong to it: its item is marked on them, too. */
  isAlsoOn?: string;
  /** Only users for whom this is true are shown the page. The server decides what it gets. */
  mayOpen?: (hasPermission: HasPermission) => boolean;
}

/** Not with the routes, which the login page fetches, too. */
const mainPages: readonly MainPage[] = [
  { to: '/dashboard', label: 'Dashboard', Icon: IconLayoutDashboard },
  { to: '/locations', label: 'Locations', Icon: IconBuildingStore },
  { to: '/users', label: 'Users', Icon: IconUsers },
  {
    ...{ to: '/sales', label: 'Sales', Icon: IconCurrencyDollar, isAlsoOn: '/register-files' },
    mayOpen: (hasPermission) => hasPermission('registers.read') && hasRegisters(),
  },
  {
    ...{ to: '/audit', label: 'Audit', Icon: IconClipboardList },
    mayOpen: (hasPermission) => hasPermission('audit.read'),
  },
  { to: '/runs', label: 'Imports', Icon: IconUpload, isAlsoOn: '/import/', mayOpen: mayRun },
];

/** The pages that the sidebar, the bottom bar of a phone and Apps show to the user. */
export function useNavigation() {
  const { hasPermission } = useAccess();
  const { pathname } = useLocation();
  return mainPages
    .filter(({ mayOpen }) => !mayOpen || mayOpen(hasPermission))
    .map(({ to, label, Icon, isAlsoOn }) => {
      const isCurrent = [to, isAlsoOn].some((path) => path && pathname.startsWith(path));
      return { to, label, Icon, isCurrent };
    });
}
