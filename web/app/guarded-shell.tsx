import { Suspense } from 'react';
import { Loading } from '../components/feedback/loading.tsx';
import { lazyPage } from '../components/loading/lazy-part.tsx';
import { authState } from '../lib/account/auth-store.ts';
import { Guard } from './guard.tsx';
import { SetupGate } from './setup-gate.tsx';

/** The shell is loaded only for signed-in users, so the login page does not contain it. */
const Shell = lazyPage(() => import('./shell/shell.tsx'), 'Shell');

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
