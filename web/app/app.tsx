import { RouterProvider } from '@tanstack/react-router';
import { authState, startAuth } from '../lib/account/auth-store.ts';
import { startAppConfig } from '../lib/http/app-config.ts';
import { storedUserId } from '../lib/session/session-storage.ts';
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
