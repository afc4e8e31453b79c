import { RouterProvider } from '@tanstack/react-router';
import { loadAppConfig } from '../lib/app-config.ts';
import { startAuth } from '../lib/auth-store.ts';
import { storedUserId } from '../lib/session-storage.ts';
import { loadShell } from './guarded-shell.tsx';
import { createAppRouter } from './router.tsx';

/** Starts the app and gives the element to render: once for a page, once for each test of a screen. */
export function startApp() {
  const router = createAppRouter();
  void startAuth();
  void loadAppConfig();
  if (storedUserId()) void loadShell();
  return <RouterProvider router={router} />;
}
