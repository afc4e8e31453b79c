import { RouterProvider } from '@tanstack/react-router';
import { startAuth } from '../lib/auth-store.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { storedUserId } from '../lib/session-storage.ts';
import { loadShell } from './guarded-shell.tsx';
import { Providers } from './providers.tsx';
import { createAppRouter } from './router.tsx';

/** Starts the app and gives the element to render: once for a page, once for each test of a screen. */
export function startApp() {
  const queryClient = createQueryClient();
  const router = createAppRouter();
  void startAuth();
  if (storedUserId()) void loadShell();
  return (
    <Providers queryClient={queryClient}>
      <RouterProvider router={router} />
    </Providers>
  );
}
