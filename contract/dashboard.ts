import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

export const getDashboard = endpoint({
  method: 'GET',
  path: '/api/dashboard',
  permission: 'signed_in',
  failure: 'Failed to load the dashboard',
  summary: 'Numbers in scope: 0 for a user without a role',
  response: z.object({ total_locations: z.number() }),
});
