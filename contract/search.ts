import * as z from 'zod/mini';
import { described, idParams } from './fields/fields.ts';
import { searchMaxLength } from './fields/limits.ts';
import { endpoint } from './http/endpoint.ts';
import { pageOf } from './lists/list.ts';
import { location } from './locations.ts';

const searchMaxRows = 50;
export const searchDefaultRows = 20;

const found = {
  id: z.string(),
  name: z.string(),
  /** From 1, the best; 6 has a typing error (contract/lists/search-tiers.ts). */
  tier: z.number(),
  /** How often the signed-in user opened it lately. */
  weight: z.number(),
};

export const foundUser = z.object({
  kind: z.literal('user'),
  ...found,
  email: z.string(),
  phone: z.nullable(z.string()),
  employee_number: z.nullable(z.string()),
  is_active: z.boolean(),
  /** One of theirs that the reader may see, so that equal names differ. */
  location: z.nullable(z.string()),
});
export type FoundUser = z.infer<typeof foundUser>;

export const foundLocation = z.object({
  kind: z.literal('location'),
  ...found,
  ...z.pick(location, {
    number: true,
    closed_on: true,
    address: true,
    city: true,
    state: true,
    zip: true,
    phone: true,
  }).shape,
});
export type FoundLocation = z.infer<typeof foundLocation>;

export const search = endpoint('GET /api/search', 'signed_in', {
  forTokens: true,
  failure: 'Failed to search',
  summary:
    'Users and locations in scope that a text finds, the best first; without a text, those that the user opened lately',
  query: z.strictObject({
    q: described('What to look for', z._default(z.string().check(z.maxLength(searchMaxLength)), '')),
    kind: described('Both without it', z.optional(z.enum(['user', 'location']))),
    limit: pageOf(searchMaxRows, searchDefaultRows).limit,
  }),
  response: z.object({ users: z.array(foundUser), locations: z.array(foundLocation) }),
});

export const recentKinds = ['user', 'location'] as const;

/**
 * The users and locations that the signed-in user opened in the last 30 days and may still see, the last opened first.
 * `weight` is how often; a time counts half as much after seven days.
 */
export const recentRows = z.array(z.discriminatedUnion('kind', [foundUser, foundLocation]));
export type RecentRow = z.infer<typeof recentRows>[number];
export type RecentPick = Pick<RecentRow, 'kind' | 'id' | 'weight'>;

/** Also come with the profile. */
export const listRecent = endpoint('GET /api/recent', 'signed_in', {
  failure: 'Failed to load what you opened recently',
  summary: 'The users and locations that the signed-in user opened lately, the last opened first',
  response: z.object({ recent: recentRows }),
});

export const addRecent = endpoint('POST /api/recent', 'signed_in', {
  failure: 'Failed to remember what you opened',
  summary: 'Count that the signed-in user opened a user or location',
  body: z.strictObject({
    kind: described('Of what', z.enum(recentKinds)),
    id: idParams.shape.id,
  }),
  response: z.object({ recent: recentRows }),
});
