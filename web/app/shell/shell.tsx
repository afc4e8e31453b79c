import { Suspense, useState } from 'react';
import { Loading } from '../../components/feedback/loading.tsx';
import { OutageShown } from '../../components/feedback/outage.tsx';
import { Tooltips } from '../../components/overlay/tooltips.tsx';
import { pageBottom } from '../../components/table/page-bottom.ts';
import { ToastPlace } from '../../components/toast/toast-place.tsx';
import { followedRuns } from '../../features/runs/followed-runs.ts';
import { useIsAccessKnown } from '../../lib/account/access.ts';
import { useMediaQuery } from '../../lib/browser/use-media-query.ts';
import { useIsIdle } from '../../lib/browser/when-idle.ts';
import { useIsOnline } from '../../lib/network/connection.ts';
import { useStore } from '../../lib/store.ts';
import { Providers } from '../providers.tsx';
import { AccountNotice } from './account-notice.tsx';
import { AllowedPage } from './allowed-page.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { isBoxOpen } from './command-box/open-box.ts';
import { ConnectionBar } from './connection-bar.tsx';
import { PhoneBar } from './phone-bar.tsx';
import { CommandBox, LivePart, RunWatcher, ShortcutsDialog } from './popups/popups.ts';
import { Sidebar } from './sidebar.tsx';
import { TopBar } from './top-bar.tsx';
import { useCollapsed } from './use-collapsed.ts';
import { useFocusRecovery } from './use-focus-recovery.ts';
import { useShellKeys } from './use-shell-keys.ts';

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
  const [isHelpOpen, setHelpOpen] = useState(false);
  useShellKeys(() => setHelpOpen(true));
  const isIdle = useIsIdle();
  const isSearching = useStore(isBoxOpen);
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
        {isPhone ? (
          <PhoneBar />
        ) : (
          <TopBar isMenuOpen={!isCollapsed} onMenu={() => setCollapsed(!isCollapsed)} />
        )}
        <main
          id="main"
          tabIndex={-1}
          className="flex min-h-0 flex-1 flex-col overflow-y-auto low:flex-none low:overflow-visible px-8 pt-7 pb-6 outline-none print:block print:overflow-visible print:p-0 max-md:scroll-pt-16 max-md:px-4 max-md:pt-4"
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
      <Suspense>{isHelpOpen && <ShortcutsDialog onClose={() => setHelpOpen(false)} />}</Suspense>
      <Suspense>{isSearching && <CommandBox onClose={() => isBoxOpen.set(false)} />}</Suspense>
      <Suspense>{isFollowing && <RunWatcher />}</Suspense>
      <Suspense>{isIdle && <LivePart />}</Suspense>
    </div>
  );
}
