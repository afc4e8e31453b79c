/** Without the schemas, which are not loaded yet when the app opens. */
export const profileRequest = {
  method: 'GET',
  path: '/api/profile',
  permission: 'signed_in',
  failure: 'Failed to fetch user profile',
  duringSetup: true,
  summary: 'The signed-in user',
} as const;
