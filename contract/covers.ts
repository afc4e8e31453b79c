import * as z from 'zod/mini';
import { described, id, idParams, line, time } from './fields/fields.ts';
import { coveredMaxCount, coverReasonMaxLength } from './fields/limits.ts';
import { endpoint } from './http/endpoint.ts';

/** A clock at the location, without its zone: '2026-11-29T23:59'. */
export const localTime = z.string().check(
  z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/, {
    error: 'Must be a day and a time such as 2026-11-29T23:59',
    abort: true,
  }),
  z.refine((value) => new Date(`${value}:00Z`).toJSON()?.startsWith(value) ?? false, {
    message: 'There is no such day or time',
  }),
);

export const cover = z.object({
  id: z.string(),
  user: z.object({ id: z.string(), name: z.string() }),
  location: z.object({ id: z.string(), name: z.string(), time_zone: z.string() }),
  starts_at: time,
  /** Not included. */
  ends_at: time,
  state: z.enum(['upcoming', 'on', 'over']),
  /** When a user ended it before. */
  ended_at: z.nullable(time),
  reason: z.nullable(z.string()),
  granted: z.object({ at: time, by: z.nullable(z.string()) }),
  /** As the reader could act now. */
  may_extend: z.boolean(),
  may_end: z.boolean(),
});
export type Cover = z.infer<typeof cover>;

const ends_at = described('In location time: the first minute after it', localTime);
const user_id = described('Who sees the location', id);
const reason = described('Why', z._default(z.nullable(line(coverReasonMaxLength)), null));

/** The reason is that of a new one. */
export const coverEnd = z.strictObject({ location_id: described('The location', id), ends_at, reason });
export type CoverEnd = z.input<typeof coverEnd>;

/** Of one user at the locations of a run. */
export const coverAct = { user_id, ends_at, reason };

const coverInput = z.strictObject({
  user_id,
  location_ids: described(
    'Which locations',
    z.array(id).check(z.minLength(1, 'Choose a location'), z.maxLength(coveredMaxCount)),
  ),
  starts_at: described('In location time; now without it', z.optional(localTime)),
  ends_at,
  reason,
});
export type CoverInput = z.infer<typeof coverInput>;
/** The first to end come first. */
export const coversListed = 500;

/** Of one user, at one location, or all in scope: those that are on or to come, and with `over` those of the last 90 days. */
export const listCovers = endpoint('GET /api/covers', 'users.read', {
  failure: 'Failed to fetch cover',
  summary: 'Who covers which location until when, in scope',
  query: z.strictObject({
    user: described('Only of this user', z.optional(id)),
    location: described('Only at this location', z.optional(id)),
    ended_with: described(
      'Only those that a deactivation of this user ends: theirs, and those that they granted and that have not started',
      z.optional(id),
    ),
    over: described('Also those that ended in the last 90 days', z.optional(z.literal('yes'))),
  }),
  response: z.object({ covers: z.array(cover) }),
});

/** All or nothing. Refused: longer than 90 days, an end before the start, an overlap with another cover, a closed location. */
export const createCovers = endpoint('POST /api/covers', 'users.assign_locations', {
  failure: 'Failed to save the cover',
  summary: 'Let a user see locations from one moment to another',
  body: coverInput,
  response: z.object({ covers: z.array(cover) }),
});

/** Later or sooner; in location time. */
export const changeCover = endpoint('PUT /api/covers/:id', 'users.assign_locations', {
  failure: 'Failed to change the end of the cover',
  summary: 'Move the end of a cover that is not over',
  params: idParams,
  body: z.strictObject({ ends_at }),
  response: cover,
});

/** Repeating it changes nothing. */
export const endCover = endpoint('POST /api/covers/:id/end', 'users.assign_locations', {
  failure: 'Failed to end the cover',
  summary: 'End a cover now',
  params: idParams,
  response: cover,
});
