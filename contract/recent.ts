import * as z from 'zod/mini';
import { id } from './fields/fields.ts';
import { endpoint } from './http/endpoint.ts';
import { foundLocation, foundUser } from './search.ts';

export const recentKinds = ['user', 'location'] as const;

/**
 * The users and locations that the signed-in user opened in the last 30 days and may still see, the most opened first.
 * `weight` is how often; a time counts half as much after seven days.
 */
export const recentRows = z.array(z.discriminatedUnion('kind', [foundUser, foundLocation]));
export type RecentRow = z.infer<typeof recentRows>[number];
export type RecentPick = Pick<RecentRow, 'kind' | 'id' | 'weight'>;

/** Also come with the profile. */
export const listRecent = endpoint({
  method: 'GET',
  path: '/api/recent',
  permission: 'signed_in',
  failure: 'Failed to load what you opened recently',
  summary: 'The users and locations that the signed-in user opened lately, the most opened first',
  response: z.object({ recent: recentRows }),
});

export const addRecent = endpoint({
  method: 'POST',
  path: '/api/recent',
  permission: 'signed_in',
  failure: 'Failed to remember what you opened',
  summary: 'Count that the signed-in user opened a user or location',
  body: z.strictObject({ kind: z.enum(recentKinds, { error: 'Must be user or location' }), id }),
  response: z.object({ recent: recentRows }),
});
