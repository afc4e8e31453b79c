import { Outlet } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { ToastRegion } from '../../components/toast/toast-region.tsx';
import { useMediaQuery } from '../../lib/browser/use-media-query.ts';
import { Providers } from '../providers.tsx';
import { AccountNotice } from './account-notice.tsx';
import { Drawer, ShortcutsDialog } from './popups.ts';
import { Sidebar } from './sidebar.tsx';
import { TopBar } from './top-bar.tsx';
import { useCollapsed } from './use-collapsed.ts';
import { useKeptFocus } from './use-kept-focus.ts';
import { useShortcutsKey } from './use-shortcuts-key.ts';

/**
 * Sidebar, top bar and the page. `main` is what scrolls, at every width: a page may fill it with
 * `flex min-h-0 flex-1 flex-col` and scroll its own list, or simply grow.
 */
export function Shell() {
  return (
    <Providers>
      <Frame />
      <ToastRegion />
    </Providers>
  );
}

function Frame() {
  const isPhone = useMediaQuery('(width < 48rem)');
  useKeptFocus();
  const [isCollapsed, setCollapsed] = useCollapsed();
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const [isHelpOpen, setHelpOpen] = useState(false);
  useShortcutsKey(() => setHelpOpen(true));

  return (
    <div className="flex h-dvh print:block print:h-auto">
      <a
        href="#main"
        className="sr-only z-20 rounded-control bg-petrol px-4 py-2 text-on-petrol focus:not-sr-only focus:absolute focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      {isPhone ? (
        <Suspense>{isDrawerOpen && <Drawer onClose={() => setDrawerOpen(false)} />}</Suspense>
      ) : (
        <Sidebar isCollapsed={isCollapsed} />
      )}
      <div className="flex min-w-0 flex-1 flex-col print:block">
        <TopBar
          isMenuOpen={isPhone ? isDrawerOpen : !isCollapsed}
          onMenu={() => (isPhone ? setDrawerOpen(true) : setCollapsed(!isCollapsed))}
        />
        <main
          id="main"
          tabIndex={-1}
          className="flex min-h-0 flex-1 flex-col overflow-y-auto px-8 pt-7 pb-6 outline-none print:block print:overflow-visible print:p-0 max-md:px-4 max-md:pt-4"
        >
          <AccountNotice />
          <Outlet />
        </main>
      </div>
      <Suspense>{isHelpOpen && <ShortcutsDialog onClose={() => setHelpOpen(false)} />}</Suspense>
    </div>
  );
}
