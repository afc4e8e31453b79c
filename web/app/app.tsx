import { RouterProvider } from '@tanstack/react-router';
import { startAppConfig } from '../lib/app-config.ts';
import { authState, startAuth } from '../lib/auth-store.ts';
import { storedUserId } from '../lib/session-storage.ts';
import { loadShell } from './guarded-shell.tsx';
import { createAppRouter } from './router.tsx';

/** Starts the app and gives the element to render: once for a page, once for each test of a screen. */
export function startApp() {
  return prepareApp().app;
}

/** Like `startApp`, and tells when the code of the page that somebody signed in has asked for is there. */
export function prepareApp() {
  const router = createAppRouter();
  void startAuth();
  startAppConfig();
  const shell = storedUserId() ? loadShell() : null;
  return {
    app: <RouterProvider router={router} />,
    codeIsHere: authState().isAuthenticated ? Promise.all([shell, router.load()]) : null,
  };
}
