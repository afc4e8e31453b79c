import * as z from 'zod/mini';
import type { Permission } from './access/permissions.ts';
import { cover, coverEnd } from './covers.ts';
import { districtRef } from './districts.ts';
import { described, email, id, idParams, newId, time } from './fields/fields.ts';
import { invitationState } from './fields/invitation-state.ts';
import { assignmentMaxCount, coveredMaxCount, districtsMaxCount } from './fields/limits.ts';
import { userFields, userInput } from './fields/user-input.ts';
import { endpoint } from './http/endpoint.ts';
import { usersRequest } from './http/first-requests.ts';
import {
  listCount,
  listPage,
  listPosition,
  listValues,
  userListQuery,
  userSelectionQuery,
  userValuesQuery,
} from './lists/list.ts';
import { locationChoice, locationRef } from './locations.ts';
import { roleRef } from './roles.ts';

const profile = {
  id: z.string(),
  email: z.string(),
  full_name: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  employee_number: z.nullable(z.string()),
  is_active: z.boolean(),
  invitation: invitationState,
  /** Null for readers who may not know it (`seesPastOfUsers`). Not part of the version `updated_at`. */
  last_sign_in_at: z.nullable(time),
  /** Null for actors who may not see it (`knowsSecondFactors`). Not part of the version. */
  has_second_factor: z.nullable(z.boolean()),
  created_at: time,
  updated_at: time,
};

/** For others, the list would only say whose password to guess. */
export function knowsSecondFactors(hasPermission: (permission: Permission) => boolean): boolean {
  return hasPermission('users.reset_factor') && hasPermission('locations.all');
}

/** Whether the actor sees inactive users and last sign-ins. Others need the users they work with now. */
export function seesPastOfUsers(hasPermission: (permission: Permission) => boolean): boolean {
  return hasPermission('users.update') || hasPermission('users.deactivate');
}

/** Ids are sorted by name; the browser knows their rows. */
export const userRow = z.object({
  ...profile,
  role_ids: z.array(z.string()),
  location_ids: z.array(z.string()),
  /** Those that the reader sees. Their locations are among `location_ids`. */
  district_ids: z.array(z.string()),
  /** Of these locations, each once. */
  states: z.array(z.string()),
});
export type UserRow = z.infer<typeof userRow>;

export const user = z.object({
  ...profile,
  roles: z.array(roleRef),
  /** Also those through their districts. */
  locations: z.array(locationRef),
  /** Those that the reader sees, by name. */
  districts: z.array(districtRef),
});
export type User = z.infer<typeof user>;

/** On screens. */
export function displayName({ full_name, email }: { full_name: string | null; email: string }): string {
  return full_name || email;
}

export const userChanges = z.partial(z.strictObject(userFields));
export type UserChanges = z.infer<typeof userChanges>;

export const listUsers = endpoint('GET /api/users', 'users.read', {
  ...usersRequest,
  query: userListQuery,
  response: z.object({
    users: z.array(userRow),
    ...listPage,
    included: z.optional(
      z.object({
        roles: z.array(roleRef),
        locations: z.array(locationRef),
        districts: z.array(districtRef),
      }),
    ),
  }),
});

export const countUsers = endpoint('GET /api/users/count', 'users.read', {
  failure: 'Failed to count users',
  summary: 'How many users in scope match',
  query: userSelectionQuery,
  response: listCount,
});

export const listUserValues = endpoint('GET /api/users/values', 'users.read', {
  failure: 'Failed to load the values of the filter',
  summary: 'The values of a filter of users, with how many users have each',
  query: userValuesQuery,
  response: listValues,
});

export const getUserPosition = endpoint('GET /api/users/:id/position', 'users.read', {
  failure: 'Failed to find the user in the list',
  summary: 'Where a user stands in a list of users, and who comes before and after',
  params: idParams,
  query: userSelectionQuery,
  response: listPosition,
});

export const getUser = endpoint('GET /api/users/:id', 'users.read', {
  failure: 'Failed to fetch user',
  summary: 'One user with roles and locations',
  params: idParams,
  response: user,
});

const ids = z.array(id).check(z.maxLength(assignmentMaxCount));

/**
 * A repeated request by the same user with the same `id` and body returns the same row; anything else with a known id
 * is refused (409). Actors without access to all locations name one of their own in `location_ids`.
 */
export const createUser = endpoint('POST /api/users', 'users.create', {
  failure: 'Failed to create user profile',
  summary: 'Add a user',
  body: z.extend(userInput, {
    id: newId,
    location_ids: described('At least one own location without access to all', z._default(ids, [])),
  }),
  response: user,
});

/** Roles and locations stay and work again after an activation. */
const ended = z.object({
  at: time,
  sessions: z.number(),
  /** Of the API. */
  tokens: z.number(),
  invitations: z.number(),
  /** For a password, a sign-up or a new email. */
  links: z.number(),
  /** Nobody had accepted them yet. */
  sent_invitations: z.number(),
  /** They show no manager while the user is inactive. */
  managed_districts: z.number(),
  /** No other active user has the role that owns them. */
  service_accounts: z.number(),
  /** In scope: theirs, and those that they granted and that had not started. They do not come back. */
  covers: z.array(cover),
});
export type Ended = z.infer<typeof ended>;

/** A deactivation returns `ended`. */
export const updateUser = endpoint('PATCH /api/users/:id', 'users.update', {
  failure: 'Failed to update user',
  ifMatch: true,
  summary: 'Edit, deactivate or activate a user',
  params: idParams,
  body: userChanges,
  response: z.extend(user, { ended: z.optional(ended) }),
});

/**
 * Before the user has joined, the email changes at once, and a pending invitation is sent again. Afterwards it is
 * `waiting_email` until the new mailbox confirms it. The current email cancels a pending correction.
 */
export const correctEmail = endpoint('PUT /api/users/:id/email', 'users.update', {
  failure: 'Failed to correct the email',
  summary: 'Correct the email of a user',
  params: idParams,
  body: z.strictObject({ email: described('The right one', email) }),
  response: z.extend(user, { waiting_email: z.nullable(z.string()) }),
});

export const deleteUser = endpoint('DELETE /api/users/:id', 'users.delete', {
  failure: 'Failed to delete user',
  summary: 'Delete a user, their account and their sessions',
  params: idParams,
});

const assigned = { updated_at: time };

export const getUserLocations = endpoint('GET /api/users/:id/locations', 'users.read', {
  failure: 'Failed to fetch user locations',
  summary: 'The locations in scope that a user is assigned to, and their districts, by name',
  params: idParams,
  response: z.object({
    locations: z.array(locationChoice),
    districts: z.array(
      z.extend(districtRef, {
        /** Open ones in the reader's scope. */
        location_count: z.number(),
        /** The reader has it whole, so that they may give and take it. */
        is_mine: z.boolean(),
      }),
    ),
    ...assigned,
  }),
});

/**
 * Only assignments to locations in the actor's scope, all or nothing. Without `district_ids` districts stay; with them they
 * are replaced among those that the actor sees, and the actor needs those that change whole.
 */
export const replaceUserLocations = endpoint('PUT /api/users/:id/locations', 'users.assign_locations', {
  failure: 'Failed to assign locations',
  ifMatch: true,
  summary: "Replace a user's assigned locations, and their districts and covers",
  params: idParams,
  body: z.strictObject({
    location_ids: described('All that the user has afterwards, of those in scope', ids),
    district_ids: described(
      'All that the user has afterwards, of those in scope; they stay without it',
      z.optional(z.array(id).check(z.maxLength(districtsMaxCount))),
    ),
    covers: described(
      'All that are on afterwards, of those in scope: the others end; they stay without it',
      z.optional(z.array(coverEnd).check(z.maxLength(coveredMaxCount))),
    ),
  }),
  response: z.object({ locations: z.array(locationRef), districts: z.array(districtRef), ...assigned }),
});

export const getUserRoles = endpoint('GET /api/users/:id/roles', 'users.read', {
  failure: 'Failed to fetch user roles',
  summary: "A user's roles",
  params: idParams,
  response: z.object({ roles: z.array(roleRef), ...assigned }),
});

/** All or nothing. Actors grant and revoke only roles whose permissions they have. */
export const replaceUserRoles = endpoint('PUT /api/users/:id/roles', 'users.assign_roles', {
  failure: 'Failed to assign roles',
  ifMatch: true,
  summary: "Replace a user's roles",
  params: idParams,
  body: z.strictObject({ role_ids: described('All that the user has afterwards', ids) }),
  response: z.object({ roles: z.array(roleRef), ...assigned }),
});

/** For the step that removes the old set (docs/specification.md, section 8). */
export const removeLocationsFailure = 'Failed to remove existing location assignments';
export const removeRolesFailure = 'Failed to remove existing role assignments';
