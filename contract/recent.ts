import * as z from 'zod/mini';
import { id } from './fields/fields.ts';
import { endpoint } from './http/endpoint.ts';

export const recentKinds = ['user', 'location'] as const;

const recentPick = z.object({
  kind: z.enum(recentKinds),
  id: z.string(),
  /** How often it was opened; a time counts half as much after seven days. */
  weight: z.number(),
});
export type RecentPick = z.infer<typeof recentPick>;

const recent = z.object({ recent: z.array(recentPick) });

/** Ids only: whether the user still sees the row is decided where the row is read. */
export const listRecent = endpoint({
  method: 'GET',
  path: '/api/recent',
  permission: 'signed_in',
  failure: 'Failed to load what you opened recently',
  summary:
    'The users and locations that the signed-in user opened in the last 30 days, the most opened first',
  response: recent,
});

export const addRecent = endpoint({
  method: 'POST',
  path: '/api/recent',
  permission: 'signed_in',
  failure: 'Failed to remember what you opened',
  summary: 'Count that the signed-in user opened a user or location',
  body: z.strictObject({ kind: z.enum(recentKinds, { error: 'Must be user or location' }), id }),
  response: recent,
});
