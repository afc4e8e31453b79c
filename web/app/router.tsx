import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router';
import { confirmPath, resetPasswordPath } from '../../contract/auth/auth-links.ts';
import { Loading } from '../components/feedback/loading.tsx';
import { lazyPage } from '../components/loading/lazy-part.tsx';
import { parseListSearch } from '../lib/url/list-search.ts';
import { textsOf } from '../lib/url/page-url.ts';
import { queryText } from '../lib/url/query-text.ts';
import { ErrorPage } from './error-page.tsx';
import { GuardedShell } from './guarded-shell.tsx';
import { loadUsers } from './load-users.ts';
import { Root } from './root.tsx';
import type { PageNeed } from './shell/no-access-page.tsx';

/** Lazy, because the login page must not fetch its illustration. */
const NotFound = lazyPage(() => import('./not-found.tsx'), 'NotFound');

const root = createRootRoute({ component: Root });

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  staticData: { title: 'Sign In' },
  validateSearch: ({ redirect }): { redirect?: string } => (typeof redirect === 'string' ? { redirect } : {}),
  component: lazyPage(() => import('../features/auth/sign-in/login-page.tsx'), 'LoginPage'),
});

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: resetPasswordPath,
  staticData: { title: 'Reset password' },
  component: lazyPage(() => import('../features/auth/recovery/reset-password-page.tsx'), 'ResetPasswordPage'),
});

const confirm = createRoute({
  getParentRoute: () => root,
  path: confirmPath,
  staticData: { title: 'Confirm' },
  component: lazyPage(() => import('../features/auth/confirm/confirm-page.tsx'), 'ConfirmPage'),
});

const unsubscribe = createRoute({
  getParentRoute: () => root,
  path: '/unsubscribe',
  staticData: { title: 'Stop emails' },
  component: lazyPage(() => import('../features/auth/unsubscribe/unsubscribe-page.tsx'), 'UnsubscribePage'),
});

const guarded = createRoute({ getParentRoute: () => root, id: 'guarded', component: GuardedShell });

const home = createRoute({
  getParentRoute: () => guarded,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/dashboard', replace: true });
  },
});

const dashboard = createRoute({
  getParentRoute: () => guarded,
  path: '/dashboard',
  staticData: { title: 'Dashboard' },
  component: lazyPage(() => import('../features/dashboard/dashboard-page.tsx'), 'DashboardPage'),
});

const locations = createRoute({
  getParentRoute: () => guarded,
  path: '/locations',
  staticData: { title: 'Locations' },
  validateSearch: parseListSearch,
  component: lazyPage(() => import('./locations.tsx'), 'Locations'),
});

const location = createRoute({
  getParentRoute: () => guarded,
  path: '/locations/$id',
  staticData: { title: 'Location' },
  validateSearch: textsOf('tab', 'reason', 'q', 'dialog', 'id'),
  component: lazyPage(() => import('./location.tsx'), 'Location'),
});

const locationSales = createRoute({
  getParentRoute: () => guarded,
  path: '/locations/$id/sales',
  staticData: { title: 'Sales', needs: 'registers.read' },
  validateSearch: textsOf('from', 'to'),
  component: lazyPage(
    () => import('../features/registers/details/location-sales-page.tsx'),
    'LocationSalesPage',
  ),
});

const salesDay = createRoute({
  getParentRoute: () => guarded,
  path: '/locations/$id/sales/$day',
  staticData: { title: 'Sales', needs: 'registers.read' },
  component: lazyPage(() => import('../features/registers/details/sales-day-page.tsx'), 'SalesDayPage'),
});

const sales = createRoute({
  getParentRoute: () => guarded,
  path: '/sales',
  staticData: { title: 'Sales', needs: 'registers.read' },
  validateSearch: textsOf('from', 'to', 'location', 'state', 'sort'),
  component: lazyPage(() => import('../features/registers/sales/sales-page.tsx'), 'SalesPage'),
});

const reporting = createRoute({
  getParentRoute: () => guarded,
  path: '/sales/reporting',
  staticData: { title: 'Which locations reported', needs: 'registers.read' },
  component: lazyPage(() => import('../features/registers/sales/reporting-page.tsx'), 'ReportingPage'),
});

const products = createRoute({
  getParentRoute: () => guarded,
  path: '/products',
  staticData: { title: 'Products', needs: 'registers.read' },
  validateSearch: textsOf('location'),
  component: lazyPage(() => import('../features/registers/sales/products-page.tsx'), 'ProductsPage'),
});

const stock = createRoute({
  getParentRoute: () => guarded,
  path: '/stock',
  staticData: { title: 'Stock', needs: 'registers.read' },
  validateSearch: textsOf('location', 'show', 'sort'),
  component: lazyPage(() => import('../features/registers/stock/stock-page.tsx'), 'StockPage'),
});

const registerFiles = createRoute({
  getParentRoute: () => guarded,
  path: '/register-files',
  staticData: { title: 'Register files', needs: 'registers.read' },
  validateSearch: textsOf('location', 'register', 'business_date', 'outcome'),
  component: lazyPage(
    () => import('../features/registers/files/register-files-page.tsx'),
    'RegisterFilesPage',
  ),
});

const users = createRoute({
  getParentRoute: () => guarded,
  path: '/users',
  staticData: { title: 'Users' },
  validateSearch: parseListSearch,
  loader: loadUsers,
  component: lazyPage(() => import('./users.tsx'), 'Users'),
});

const user = createRoute({
  getParentRoute: () => guarded,
  path: '/users/$userId',
  staticData: { title: 'User' },
  validateSearch: textsOf('dialog', 'id'),
  component: lazyPage(() => import('../features/users/page/user-page.tsx'), 'UserPage'),
});

const auditTexts = textsOf('user', 'location', 'action', 'only', 'from', 'to');

const audit = createRoute({
  getParentRoute: () => guarded,
  path: '/audit',
  staticData: { title: 'Audit', needs: 'audit.read' },
  validateSearch: auditTexts,
  component: lazyPage(() => import('../features/audit/audit-page.tsx'), 'AuditPage'),
});

const runs = createRoute({
  getParentRoute: () => guarded,
  path: '/runs',
  staticData: { title: 'Imports and bulk changes' },
  component: lazyPage(() => import('../features/runs/runs-page.tsx'), 'RunsPage'),
});

const run = createRoute({
  getParentRoute: () => guarded,
  path: '/runs/$runId',
  staticData: { title: 'Run' },
  component: lazyPage(() => import('./runs/run.tsx'), 'RunRoute'),
});

const importFile = createRoute({
  getParentRoute: () => guarded,
  path: '/import/$about',
  staticData: { title: 'Import' },
  component: lazyPage(() => import('./runs/import.tsx'), 'ImportRoute'),
});

const profile = createRoute({
  getParentRoute: () => guarded,
  path: '/profile',
  staticData: { title: 'Profile' },
  component: lazyPage(() => import('./profile.tsx'), 'Profile'),
});

const settingsTexts = textsOf('tab', 'dialog', 'id');

const settings = createRoute({
  getParentRoute: () => guarded,
  path: '/settings',
  staticData: { title: 'Settings' },
  validateSearch: settingsTexts,
  // The audit log used to be a tab of Settings.
  beforeLoad: ({ location }) => {
    const search: Record<string, unknown> = location.search;
    if (search.tab === 'audit') throw redirect({ to: '/audit', search: auditTexts(search), replace: true });
  },
  component: lazyPage(() => import('./settings.tsx'), 'Settings'),
});

const anythingElse = createRoute({
  getParentRoute: () => guarded,
  path: '$',
  staticData: { title: 'Page not found' },
  component: NotFound,
});

const routeTree = root.addChildren([
  login,
  resetPassword,
  confirm,
  unsubscribe,
  guarded.addChildren([
    home,
    dashboard,
    locations,
    location,
    locationSales,
    salesDay,
    users,
    user,
    sales,
    reporting,
    products,
    stock,
    registerFiles,
    audit,
    runs,
    run,
    importFile,
    profile,
    settings,
    anythingElse,
  ]),
]);

export function createAppRouter() {
  return createRouter({
    routeTree,
    // Plain query strings: the default would write a search for 104 as %22104%22.
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: queryText,
    defaultPreload: 'intent',
    defaultPendingMs: 200,
    defaultPendingMinMs: 0,
    defaultPendingComponent: () => <Loading label="Loading..." />,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFound,
    scrollRestoration: true,
    // A page begins at its top. In a low window the bars scroll with it (`Shell`).
    scrollToTopSelectors: ['#main', ':has(> #main)'],
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
  interface StaticDataRouteOption {
    /** The title in the browser's tab and in the history. */
    title?: string;
    /** Without this permission the shell says so in place of the page. */
    needs?: PageNeed;
  }
}
