import {
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  type RouteComponent,
  redirect,
  type StaticDataRouteOption,
  useMatches,
} from '@tanstack/react-router';
import { companyCallbackPath, confirmPath, resetPasswordPath } from '../../contract/auth/auth-links.ts';
import { Loading } from '../components/feedback/loading.tsx';
import { lazyPage } from '../components/loading/lazy-part.tsx';
import { usePageName } from '../lib/browser/page-name.ts';
import { useTheme } from '../lib/browser/theme.ts';
import { useAppConfig } from '../lib/http/app-config.ts';
import { newSalesSearch, parseListSearch } from '../lib/url/list-search.ts';
import { textsOf } from '../lib/url/page-url.ts';
import { queryText } from '../lib/url/query-text.ts';
import { isBellRequested } from './bell-request.ts';
import { ErrorPage } from './error-page.tsx';
import { GuardedShell } from './guarded-shell.tsx';
import { loadUsers } from './load-users.ts';
import type { PageNeed } from './shell/no-access-page.tsx';

/** Lazy, because the login page must not fetch its illustration. */
const NotFound = lazyPage(() => import('../components/feedback/not-found.tsx'), 'NotFound');

const root = createRootRoute({ component: Root });

function Root() {
  const { product_name } = useAppConfig();
  // Pages without a theme button follow the system's theme too.
  useTheme();
  const ofRoute = useMatches({ select: (matches) => matches.at(-1)?.staticData.title });
  const title = usePageName() ?? ofRoute;
  return (
    <>
      <title>{title ? `${title} · ${product_name}` : product_name}</title>
      <Outlet />
    </>
  );
}

const guarded = createRoute({ getParentRoute: () => root, id: 'guarded', component: GuardedShell });

interface PageOptions<Name extends string> extends StaticDataRouteOption {
  /** The parameters of its URL. */
  search?: readonly Name[];
  /** Begins anew when its path names another thing. */
  remounts?: boolean;
  beforeLoad?: (to: { location: { search: object } }) => void;
}

/** A page inside of the shell. */
function page<const Path extends string, const Name extends string = never>(
  path: Path,
  { search = [], remounts = false, beforeLoad = () => {}, ...staticData }: PageOptions<Name>,
  component: RouteComponent,
) {
  const validateSearch = textsOf(...search);
  const remountDeps = ({ params }: { params: unknown }) => remounts && params;
  return createRoute({
    getParentRoute: () => guarded,
    path,
    component,
    staticData,
    validateSearch,
    beforeLoad,
    remountDeps,
  });
}

/** A page that needs no sign-in. */
function outerPage<const Path extends string>(path: Path, title: string, component: RouteComponent) {
  return createRoute({ getParentRoute: () => root, path, component, staticData: { title } });
}

const settingsTexts = textsOf('tab', 'dialog', 'id');
const auditParameters = ['user', 'location', 'district', 'action', 'token', 'only', 'from', 'to'] as const;

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  staticData: { title: 'Sign In' },
  validateSearch: ({ redirect }): { redirect?: string } => (typeof redirect === 'string' ? { redirect } : {}),
  component: lazyPage(() => import('../features/auth/sign-in/login-page.tsx'), 'LoginPage'),
});

/** An address that users type, or that was another page's. */
function moved<const Path extends string>(path: Path, to: '/dashboard' | '/imports', before = () => {}) {
  const beforeLoad = () => {
    before();
    throw redirect({ to, replace: true });
  };
  return createRoute({ getParentRoute: () => guarded, path, beforeLoad });
}

const locations = createRoute({
  getParentRoute: () => guarded,
  path: '/locations',
  staticData: { title: 'Locations', needs: 'any role' },
  validateSearch: parseListSearch,
  component: lazyPage(() => import('../features/locations/locations-page.tsx'), 'LocationsPage'),
});

const accessList = createRoute({
  getParentRoute: () => guarded,
  path: '/users/access-list',
  staticData: { title: 'Access List', needs: 'users.export' },
  validateSearch: parseListSearch,
  component: lazyPage(() => import('../features/users/access-list-page.tsx'), 'AccessListPage'),
});

const users = createRoute({
  getParentRoute: () => guarded,
  path: '/users',
  staticData: { title: 'Users', needs: 'any role' },
  validateSearch: parseListSearch,
  loader: loadUsers,
  component: lazyPage(() => import('../features/users/users-page.tsx'), 'UsersPage'),
});

/** A search of before Sales had several lists, as in a saved view. */
function redirectOldSales({ location }: { location: { search: object } }): void {
  const search = newSalesSearch(parseListSearch({ ...location.search }));
  if (search) throw redirect({ to: '/sales', search, replace: true });
}

const settings = createRoute({
  getParentRoute: () => guarded,
  path: '/settings',
  staticData: { title: 'Settings' },
  validateSearch: settingsTexts,
  // The audit log used to be a tab of Settings.
  beforeLoad: ({ location }) => {
    const search: Record<string, unknown> = location.search;
    if (search.tab !== 'audit') return;
    throw redirect({ to: '/audit', search: textsOf(...auditParameters)(search), replace: true });
  },
  component: lazyPage(() => import('./pages/settings-page.tsx'), 'SettingsPage'),
});

const routeTree = root.addChildren([
  login,
  outerPage(
    resetPasswordPath,
    'Reset password',
    lazyPage(() => import('../features/auth/recovery/reset-password-page.tsx'), 'ResetPasswordPage'),
  ),
  outerPage(
    confirmPath,
    'Confirm',
    lazyPage(() => import('../features/auth/confirm/confirm-page.tsx'), 'ConfirmPage'),
  ),
  outerPage(
    companyCallbackPath,
    'Sign in',
    lazyPage(() => import('../features/auth/company/callback-page.tsx'), 'CallbackPage'),
  ),
  outerPage(
    '/unsubscribe',
    'Stop emails',
    lazyPage(() => import('../features/auth/unsubscribe/unsubscribe-page.tsx'), 'UnsubscribePage'),
  ),
  guarded.addChildren([
    moved('/', '/dashboard'),
    moved('/notifications', '/dashboard', () => isBellRequested.set(true)),
    moved('/runs', '/imports'),
    moved('/import', '/imports'),
    page(
      '/dashboard',
      { title: 'Dashboard', search: ['district'] },
      lazyPage(() => import('../features/dashboard/dashboard-page.tsx'), 'DashboardPage'),
    ),
    locations,
    page(
      '/locations/$id',
      { title: 'Location', search: ['tab', 'reason', 'q', 'dialog', 'id'] },
      lazyPage(() => import('./location.tsx'), 'Location'),
    ),
    page(
      '/locations/$id/access',
      { title: 'Access', needs: 'audit.read', remounts: true, search: ['day'] },
      lazyPage(() => import('../features/access-on/access-on-page.tsx'), 'LocationAccessOnPage'),
    ),
    page(
      '/locations/$id/sales',
      {
        ...{ title: 'Sales', needs: 'registers.read', remounts: true },
        search: ['period', 'from', 'to', 'against', 'figure'],
      },
      lazyPage(() => import('../features/registers/details/location-sales-page.tsx'), 'LocationSalesPage'),
    ),
    page(
      '/locations/$id/sales/$day',
      { title: 'Sales', needs: 'registers.read', remounts: true },
      lazyPage(() => import('../features/registers/details/sales-day-page.tsx'), 'SalesDayPage'),
    ),
    page(
      '/districts',
      { title: 'Districts', needs: 'districts.read', search: ['q', 'dialog', 'id'] },
      lazyPage(() => import('../features/districts/districts-page.tsx'), 'DistrictsPage'),
    ),
    page(
      '/districts/$id',
      { title: 'District', needs: 'districts.read', search: ['dialog', 'id'] },
      lazyPage(() => import('../features/districts/district-page.tsx'), 'DistrictPage'),
    ),
    users,
    accessList,
    page(
      '/users/$userId',
      { title: 'User', search: ['dialog', 'id'] },
      lazyPage(() => import('../features/users/page/user-page.tsx'), 'UserPage'),
    ),
    page(
      '/users/$userId/access',
      { title: 'Access', needs: 'audit.read', remounts: true, search: ['day'] },
      lazyPage(() => import('../features/access-on/access-on-page.tsx'), 'UserAccessOnPage'),
    ),
    page(
      '/sales',
      {
        ...{ title: 'Sales', needs: 'registers.read', beforeLoad: redirectOldSales },
        search: [
          ...(['period', 'from', 'to', 'location', 'district', 'us_state', 'open', 'against'] as const),
          'figure' as const,
          ...(['show', 'day', 'sort', 'code', 'key', 'by'] as const),
        ],
      },
      lazyPage(() => import('../features/registers/sales/sales-page.tsx'), 'SalesPage'),
    ),
    page(
      '/sales/exceptions',
      {
        title: 'Exceptions',
        needs: 'registers.read',
        search: ['from', 'to', 'location', 'district', 'kind', 'seen'],
      },
      lazyPage(() => import('../features/registers/exceptions/exceptions-page.tsx'), 'ExceptionsPage'),
    ),
    page(
      '/sales/reporting',
      { title: 'Reporting', needs: 'registers.read', search: ['show', 'district'] },
      lazyPage(() => import('../features/registers/sales/reporting-page.tsx'), 'ReportingPage'),
    ),
    page(
      '/import/sales',
      { title: 'Import sales', needs: 'registers.manage' },
      lazyPage(() => import('../features/sales-imports/import-sales-page.tsx'), 'ImportSalesPage'),
    ),
    page(
      '/import/sales/$importId',
      { title: 'Import sales', needs: 'registers.manage', remounts: true },
      lazyPage(() => import('../features/sales-imports/import-file-page.tsx'), 'ImportFilePage'),
    ),
    page(
      '/products',
      { title: 'Products', needs: 'registers.read', search: ['location', 'district'] },
      lazyPage(() => import('../features/registers/sales/products-page.tsx'), 'ProductsPage'),
    ),
    page(
      '/stock',
      { title: 'Stock', needs: 'registers.read', search: ['location', 'district', 'show', 'sort'] },
      lazyPage(() => import('../features/registers/stock/stock-page.tsx'), 'StockPage'),
    ),
    page(
      '/register-files',
      {
        title: 'Register files',
        needs: 'registers.read',
        search: ['location', 'district', 'register', 'business_date', 'outcome'],
      },
      lazyPage(() => import('../features/registers/files/register-files-page.tsx'), 'RegisterFilesPage'),
    ),
    page(
      '/audit',
      { title: 'Audit', needs: 'audit.read', search: auditParameters },
      lazyPage(() => import('../features/audit/audit-page.tsx'), 'AuditPage'),
    ),
    page(
      '/imports',
      { title: 'Imports and bulk changes' },
      lazyPage(() => import('../features/runs/runs-page.tsx'), 'RunsPage'),
    ),
    page(
      '/runs/$runId',
      { title: 'Run', remounts: true },
      lazyPage(() => import('../features/runs/run-page.tsx'), 'RunPage'),
    ),
    page(
      '/import/$about',
      { title: 'Import', remounts: true },
      lazyPage(() => import('../features/runs/import/import-page.tsx'), 'ImportPage'),
    ),
    page(
      '/profile',
      { title: 'Profile' },
      lazyPage(() => import('./pages/profile-page.tsx'), 'ProfilePage'),
    ),
    settings,
    page(
      '/settings/departments',
      { title: 'Departments', needs: 'registers.read' },
      lazyPage(() => import('../features/registers/departments/departments-page.tsx'), 'DepartmentsPage'),
    ),
    page(
      '/settings/api',
      { title: 'API', search: ['q'] },
      lazyPage(() => import('../features/api-page/api-page.tsx'), 'ApiPage'),
    ),
    page('$', { title: 'Page not found' }, NotFound),
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
