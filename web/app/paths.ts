import { confirmPath, resetPasswordPath } from '../../contract/auth.ts';

/** Every address of the app (docs/specification.md, section 2). */
export const paths = {
  home: '/',
  dashboard: '/dashboard',
  locations: '/locations',
  location: '/locations/$id',
  users: '/users',
  profile: '/profile',
  settings: '/settings',
  login: '/login',
  resetPassword: resetPasswordPath,
  confirm: confirmPath,
} as const;
