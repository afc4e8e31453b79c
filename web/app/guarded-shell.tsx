import { Navigate, useLocation } from '@tanstack/react-router';
import { type ReactNode, Suspense, useState } from 'react';
import type { Permission } from '../../contract/access/permissions.ts';
import { Loading } from '../components/feedback/loading.tsx';
import { lazyPage } from '../components/loading/lazy-part.tsx';
import { authState, useAuth } from '../lib/account/auth-store.ts';

/** The shell is loaded only for signed-in users, so the login page does not contain it. */
const Shell = lazyPage(() => import('./shell/shell.tsx'), 'Shell');

const SetupPage = lazyPage(() => import('./setup-page.tsx'), 'SetupPage');

export function GuardedShell() {
  return (
    <Guard>
      <SetupGate>
        <Suspense fallback={<Loading label="Loading..." className="min-h-dvh" />}>
          <Shell />
        </Suspense>
      </SetupGate>
    </Guard>
  );
}

/** Loaded together with the page: a second wait after it would take 300 ms in React. */
GuardedShell.preload = async () => {
  if (authState().isAuthenticated) await Shell.preload();
};

interface GuardProps {
  children: ReactNode;
  /** Accepted and not enforced, as specified: any signed-in user may enter. The server decides what they see. */
  roles?: readonly string[];
  permissions?: readonly Permission[];
}

function Guard({ children }: GuardProps) {
  const { isLoading, isAuthenticated, needsCode, error } = useAuth();
  const { href, pathname } = useLocation();
  const [wasInside, setWasInside] = useState(false);
  if (isAuthenticated && !wasInside) setWasInside(true);

  if (isLoading) return <Loading label="Loading..." className="min-h-dvh" />;
  if (isAuthenticated) return children;
  // This renders again while the router leaves, with the URL of the login page, which must not be remembered.
  if (pathname === '/login') return null;
  // A logout does not remember the page for the next user. A session that ended, or a code to enter, comes back to it.
  const isLogout = wasInside && !error && !needsCode;
  return (
    <Navigate to="/login" search={isLogout || href === '/dashboard' ? {} : { redirect: href }} replace />
  );
}

/** Shows only the setup page to a user who must set up a second factor: the server refuses them everything else. */
function SetupGate({ children }: { children: ReactNode }) {
  const { profile } = useAuth();
  const isDemanded = Boolean(profile?.second_factor.is_required && !profile.second_factor.is_set_up);
  // The page stays after the code was accepted, because it still shows the recovery codes.
  const [isInside, setInside] = useState(false);
  if (isDemanded && !isInside) setInside(true);

  if (!isDemanded && !isInside) return children;
  return (
    <Suspense fallback={<Loading label="Loading..." className="min-h-dvh" />}>
      <SetupPage onDone={() => setInside(false)} />
    </Suspense>
  );
}
