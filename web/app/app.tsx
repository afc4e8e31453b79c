import { RouterProvider } from '@tanstack/react-router';
import { startAuth } from '../lib/account/auth-store.ts';
import { startAppConfig } from '../lib/http/app-config.ts';
import { createAppRouter } from './router.tsx';

export function startApp() {
  void startAuth();
  startAppConfig();
  return <RouterProvider router={createAppRouter()} />;
}
