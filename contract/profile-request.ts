/** What the browser sends to get the profile, without the schemas: they are not there yet when somebody opens the app. */
export const profileRequest = {
  method: 'GET',
  path: '/api/profile',
  permission: 'signed_in',
  failure: 'Failed to fetch user profile',
  duringSetup: true,
  summary: 'The signed-in user',
} as const;
