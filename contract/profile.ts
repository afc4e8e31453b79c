import * as z from 'zod/mini';
import { userFields } from './fields/user-input.ts';
import { endpoint } from './http/endpoint.ts';
import { profileRequest } from './http/first-requests.ts';
import { recentRows } from './search.ts';
import { user } from './users.ts';

export const ownProfile = z.extend(user, {
  permissions: z.array(z.string()),
  second_factor: z.object({
    is_set_up: z.boolean(),
    /** A role of the user requires it. */
    is_required: z.boolean(),
  }),
  /** The chain has register connections, daily closes of spreadsheets, or a stock list: there is a Sales for those who may read it. */
  has_registers: z.boolean(),
  has_districts: z.boolean(),
  /**
   * An administrator who can give a role. Only for users without a permission whom somebody added: who signed up
   * without being asked learns no email.
   */
  helper: z.optional(z.object({ name: z.string(), email: z.string() })),
  /** For `GET /api/changes`: what changes from now on. Only when the profile is read. */
  cursor: z.optional(z.string()),
  /** Of the command box. Only when the profile is read. */
  recent: z.optional(recentRows),
});
export type OwnProfile = z.infer<typeof ownProfile>;

/** Created from the account when there is no row (docs/specification.md, section 4). */
export const getProfile = endpoint('GET /api/profile', 'signed_in', {
  ...profileRequest,
  response: ownProfile,
});

export const profileChanges = z.partial(
  z.strictObject({ full_name: userFields.full_name, phone: userFields.phone }),
);

export const updateProfile = endpoint('PATCH /api/profile', 'signed_in', {
  failure: 'Failed to update user profile',
  summary: 'Edit the name and phone of the signed-in user',
  body: profileChanges,
  response: ownProfile,
});
