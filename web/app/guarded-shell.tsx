import { Suspense } from 'react';
import { Loading } from '../components/feedback/loading.tsx';
import { lazyPart } from '../components/loading/lazy-part.tsx';
import { authState } from '../lib/account/auth-store.ts';
import { Guard } from './guard.tsx';
import { SetupGate } from './setup-gate.tsx';

/** The shell comes only for users who are signed in: the login page does not carry it. */
const Shell = lazyPart(async () => (await import('./shell/shell.tsx')).Shell, { isPage: true });

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

/** The router calls it with the page's own. A shell that came after the page was a second wait, which React makes 300 ms long. */
GuardedShell.preload = async () => {
  if (authState().isAuthenticated) await Shell.preload();
};
