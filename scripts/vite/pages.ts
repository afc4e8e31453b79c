import { resolve } from 'node:path';

const web = resolve(import.meta.dirname, '../../web');

/** Where the app's code is cut: each of these is fetched when it is needed, `start` at once. */
export const pages = {
  start: resolve(web, 'app/main.tsx'),
  login: resolve(web, 'features/auth/login-page.tsx'),
  resetPassword: resolve(web, 'features/auth/reset-password-page.tsx'),
  shell: resolve(web, 'app/shell/shell.tsx'),
  dashboard: resolve(web, 'features/dashboard/dashboard-page.tsx'),
  users: resolve(web, 'features/users/users-page.tsx'),
  userDialogs: resolve(web, 'features/users/user-dialogs.tsx'),
  locations: resolve(web, 'features/locations/locations-page.tsx'),
  location: resolve(web, 'features/reach/location-page.tsx'),
};
