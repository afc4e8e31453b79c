import { pageDefaultRows } from '../fields/limits.ts';

// Without the schemas, which are not loaded yet when the browser sends its first requests.

export const profileRequest = {
  method: 'GET',
  path: '/api/profile',
  permission: 'signed_in',
  failure: 'Failed to fetch user profile',
  duringSetup: true,
  summary: 'The signed-in user',
} as const;

export const usersRequest = {
  method: 'GET',
  path: '/api/users',
  permission: 'users.read',
  failure: 'Failed to fetch users',
  searchFailure: 'Failed to search users',
  summary: 'Users in scope, newest first or sorted; `q` searches name, email and phone',
} as const;

/** With the names that its rows need. */
export const firstPage = { limit: pageDefaultRows, include: 'refs' } as const;
