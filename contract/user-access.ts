import * as z from 'zod/mini';
import { cover } from './covers.ts';
import { districtRef } from './districts.ts';
import { idParams, time } from './fields/fields.ts';
import { endpoint } from './http/endpoint.ts';
import { locationRef } from './locations.ts';
import { roleRef } from './roles.ts';
import { accountToken } from './tokens.ts';

/**
 * `by` is null for a user outside the reader's scope. A user who was deleted since is named, by the name at that time,
 * to readers with access to all locations.
 */
export const granted = z.object({ at: time, by: z.nullable(z.string()) });
export type Granted = z.infer<typeof granted>;

const grantedRole = z.extend(roleRef, { granted });
/** As `granted`, of a district that the location is in now. */
export const through = z.extend(granted, { district: districtRef });

/** One of the reasons at least, or both. */
const grantedLocation = z.extend(locationRef, {
  assigned: z.nullable(granted),
  through: z.nullable(through),
});

const deactivation = z.extend(granted, {
  /** '2 sessions', '1 invitation'. Null for readers who may neither deactivate nor read the audit log. */
  ended: z.nullable(z.array(z.string())),
});
export type Deactivation = z.infer<typeof deactivation>;

const userAccess = z.object({
  /** By name. */
  roles: z.array(grantedRole),
  /** In the reader's scope, by name. */
  locations: z.array(grantedLocation),
  /** Null for a user who signed up, and where `granted` names nobody. */
  added_by: z.nullable(z.string()),
  /** When the user first could sign in with a password of their own. */
  joined_at: z.nullable(time),
  /** Null for readers who may not know it (`seesPastOfUsers`). */
  last_sign_in_at: z.nullable(time),
  /** Null for active users. */
  deactivation: z.nullable(deactivation),
  /** Of the API, that nobody ended; null for readers who may not see them. */
  tokens: z.nullable(
    z.array(z.pick(accountToken, { id: true, name: true, hint: true, expires_at: true, last_used_at: true })),
  ),
  /** A replacement of the roles or locations must name it. */
  updated_at: time,
});
export type UserAccess = z.infer<typeof userAccess>;

export const getUserAccess = endpoint('GET /api/users/:id/access', 'users.read', {
  failure: 'Failed to fetch the access of the user',
  summary: "A user's roles and locations with who granted each and when, and how they came and went",
  params: idParams,
  response: userAccess,
});

const ownAccess = z.object({
  /** By name, each with what it allows: the reason for every permission. */
  roles: z.array(z.extend(grantedRole, { permissions: z.array(z.string()) })),
  /** All of the user's own, by name. */
  locations: z.array(grantedLocation),
  /** Those that are on or to come. */
  covers: z.array(cover),
});
export type OwnAccess = z.infer<typeof ownAccess>;

export const getOwnAccess = endpoint('GET /api/profile/access', 'signed_in', {
  failure: 'Failed to fetch your access',
  summary: "The signed-in user's roles with what each allows, and locations, with who granted each and when",
  response: ownAccess,
});
