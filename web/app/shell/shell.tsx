import { Outlet, useLocation, useMatches, useNavigate } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { Button } from '../../components/button/button.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { Loading } from '../../components/feedback/loading.tsx';
import { OutageShown } from '../../components/feedback/outage.tsx';
import { IconCloudOff } from '../../components/icons/icons.ts';
import { lazyPage } from '../../components/loading/lazy-part.tsx';
import { Tooltips } from '../../components/overlay/tooltips.tsx';
import { pageBottom } from '../../components/table/page-bottom.ts';
import { ToastPlace } from '../../components/toast/toast-place.tsx';
import { followedRuns } from '../../features/runs/followed-runs.ts';
import { useAccess, useIsAccessKnown } from '../../lib/account/access.ts';
import { clearAuthError, isProfileFailure, loadProfile, useAuth } from '../../lib/account/auth-store.ts';
import { useKeys } from '../../lib/browser/keys.ts';
import { useMediaQuery } from '../../lib/browser/use-media-query.ts';
import { useIsIdle } from '../../lib/browser/when-idle.ts';
import { onReconnect, probe, useIsOnline, useRetryAt } from '../../lib/network/connection.ts';
import { browserStorage } from '../../lib/session/session-storage.ts';
import { useStore } from '../../lib/store.ts';
import { Providers } from '../providers.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { isBoxOpen, isHelpOpen } from './command-box/open-box.ts';
import { CommandBox, LivePart, RunWatcher, ShortcutsDialog } from './popups/popups.ts';
import { Sidebar } from './sidebar.tsx';
import { TopBar } from './top-bar.tsx';
import { useFocusRecovery } from './use-focus-recovery.ts';

const NoAccessPage = lazyPage(() => import('./no-access-page.tsx'), 'NoAccessPage');

/** `main` scrolls. A page fills it with `flex min-h-0 flex-1 flex-col` and scrolls its own list, or simply grows. */
export function Shell() {
  return (
    <Providers>
      <Frame />
      <ToastPlace />
      <Tooltips />
    </Providers>
  );
}

function Frame() {
  const isPhone = useMediaQuery('(width < 48rem)');
  const isOnline = useIsOnline();
  const isAccessKnown = useIsAccessKnown();
  useFocusRecovery();
  const [isCollapsed, setCollapsed] = useCollapsed();
  useShellKeys();
  const isIdle = useIsIdle();
  const isSearching = useStore(isBoxOpen);
  const isHelped = useStore(isHelpOpen);
  const isFollowing = useStore(followedRuns, (runs) => runs.length > 0);

  return (
    <div className="flex h-dvh print:block print:h-auto">
      <a
        href="#main"
        className="sr-only z-20 rounded-control bg-petrol px-4 py-2 text-on-petrol focus:not-sr-only focus:absolute focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      {!isPhone && <Sidebar isCollapsed={isCollapsed} />}
      <div className="flex min-w-0 flex-1 flex-col low:overflow-y-auto print:block">
        <TopBar isPhone={isPhone} isMenuOpen={!isCollapsed} onMenu={() => setCollapsed(!isCollapsed)} />
        <main
          id="main"
          tabIndex={-1}
          className="flex min-h-0 flex-1 flex-col overflow-y-auto low:min-h-dvh low:flex-none low:overflow-visible px-8 pt-7 pb-6 outline-none print:block print:overflow-visible print:p-0 max-md:scroll-pt-16 max-md:px-4 max-md:pt-4"
        >
          <OutageShown value={!isOnline}>
            <AccountNotice />
            {/* The offers of a page depend on the permissions: drawn earlier, the page would move under the pointer. */}
            {isAccessKnown ? <AllowedPage /> : <Loading label="Loading..." />}
          </OutageShown>
        </main>
        <div id={pageBottom} className="shrink-0" />
        <ConnectionBar />
        {isPhone && <BottomBar />}
      </div>
      <Suspense>{isHelped && <ShortcutsDialog onClose={() => isHelpOpen.set(false)} />}</Suspense>
      <Suspense>{isSearching && <CommandBox onClose={() => isBoxOpen.set(false)} />}</Suspense>
      <Suspense>{isFollowing && <RunWatcher />}</Suspense>
      <Suspense>{isIdle && <LivePart />}</Suspense>
    </div>
  );
}

/** The page of the route, or why its user may not read it. */
function AllowedPage() {
  const route = useMatches({ select: (matches) => matches.at(-1)?.staticData });
  const { hasPermission, mayDoNothing } = useAccess();
  if (!route?.needs) return <Outlet />;
  const isAllowed = route.needs === 'any role' ? !mayDoNothing : hasPermission(route.needs);
  if (isAllowed) return <Outlet />;
  return (
    <Suspense fallback={<Loading label="Loading..." />}>
      <NoAccessPage title={route.title ?? ''} needs={route.needs} />
    </Suspense>
  );
}

/** The user's choice is remembered in this browser, separately for small and large windows. */
function useCollapsed() {
  const isSmall = useMediaQuery('(width < 80rem)');
  const key = isSmall ? 'canopy.sidebar.small' : 'canopy.sidebar';
  const [chosen, setChosen] = useState<Record<string, string>>({});
  const choice = chosen[key] ?? browserStorage.getItem(key);
  function set(isCollapsed: boolean) {
    const value = isCollapsed ? 'collapsed' : 'open';
    setChosen({ ...chosen, [key]: value });
    browserStorage.setItem(key, value);
  }
  return [choice ? choice === 'collapsed' : isSmall, set] as const;
}

function useShellKeys() {
  const navigate = useNavigate();
  const { hasPermission, seesSales } = useAccess();
  const mayAudit = hasPermission('audit.read');
  const acts = {
    '?': () => isHelpOpen.set(true),
    'ctrl k': () => isBoxOpen.set(true),
    '/': () => isBoxOpen.set(true),
    'g d': () => void navigate({ to: '/dashboard' }),
    'g l': () => void navigate({ to: '/locations' }),
    'g u': () => void navigate({ to: '/users' }),
    'g s': seesSales ? () => void navigate({ to: '/sales' }) : undefined,
    'g a': mayAudit ? () => void navigate({ to: '/audit' }) : undefined,
  };
  useKeys(acts, { isOfShell: true });
}

function AccountNotice() {
  const { error, profile } = useAuth();
  const isOnline = useIsOnline();
  const { pathname } = useLocation();
  const isMissing = !profile;
  // The error may be older than this page.
  const isOfProfile = isMissing || isProfileFailure(error);
  useEffect(() => (isOfProfile ? onReconnect(() => void loadProfile()) : undefined), [isOfProfile]);
  // The connection bar reports an outage, and the Profile page reports in place that the profile did not load.
  const isSaidElsewhere = isOfProfile && (!isOnline || (isMissing && pathname === '/profile'));
  if (!error || isSaidElsewhere) return null;
  return (
    <Alert
      tone="error"
      className="mb-4"
      action={
        <Button variant="secondary" onClick={profile ? clearAuthError : () => void loadProfile()}>
          {profile ? 'Dismiss' : 'Try again'}
        </Button>
      }
    >
      {/[.!?]$/.test(error) ? error : `${error}.`}
    </Alert>
  );
}

/** Says once, at the bottom of the window, that the server cannot be reached. There it moves nothing. */
function ConnectionBar() {
  return useIsOnline() ? null : <Bar />;
}

function Bar() {
  const seconds = useSecondsUntil(useRetryAt());
  return (
    <div className="flex min-h-11 shrink-0 items-center gap-2.5 border-t border-line bg-amber-soft px-8 py-1 text-amber-ink print:hidden max-md:px-4">
      <IconCloudOff size={18} aria-hidden="true" />
      <p className="min-w-0 flex-1">
        <span role="status">Can't reach the server.</span>{' '}
        {/* Not announced: a new text every second would drown out everything else in a screen reader. */}
        <span aria-hidden="true">{seconds === null ? 'Retrying...' : `Retrying in ${seconds} s.`}</span>
      </p>
      <Button variant="secondary" disabled={seconds === null} onClick={probe}>
        Try now
      </Button>
    </div>
  );
}

function useSecondsUntil(time: number | null) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, []);
  return time === null ? null : Math.max(1, Math.ceil((time - now) / 1000));
}
