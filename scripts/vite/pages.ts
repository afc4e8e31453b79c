import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

const web = resolve(import.meta.dirname, '../../web');

/** Where the app's code is cut: each of these is fetched when it is needed, `start` at once. */
export const pages = {
  start: moduleAt('app/main.tsx'),
  login: moduleAt('features/auth/login-page.tsx'),
  resetPassword: moduleAt('features/auth/reset-password-page.tsx'),
  shell: moduleAt('app/shell/shell.tsx'),
  dashboard: moduleAt('features/dashboard/dashboard-page.tsx'),
  users: moduleAt('features/users/users-page.tsx'),
  userDialogs: moduleAt('features/users/user-dialogs.tsx'),
  locations: moduleAt('features/locations/locations-page.tsx'),
  location: moduleAt('features/locations/location-page.tsx'),
};

/** A page that was moved must not fall out of its group unnoticed. */
function moduleAt(path: string) {
  const file = resolve(web, path);
  if (!existsSync(file)) throw new Error(`scripts/vite/pages.ts names web/${path}, which does not exist.`);
  return file;
}
