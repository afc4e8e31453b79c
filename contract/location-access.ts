import * as z from 'zod/mini';
import { described, id, idParams, text, time } from './fields/fields.ts';
import { pageMaxRows, searchMaxLength } from './fields/limits.ts';
import { endpoint } from './http/endpoint.ts';
import { pageOf } from './lists/list.ts';
import { roleRef } from './roles.ts';
import { granted, through } from './user-access.ts';
import { user } from './users.ts';

/** Why a user with a link to a location cannot see it, in the order in which the reasons are shown. */
export const blockers = ['deactivated', 'not_joined', 'no_second_factor', 'no_role'] as const;
export type Blocker = (typeof blockers)[number];

/** The first reason that applies, so that each user is counted once. The first four are users who have not joined. */
export const waitingReasons = [
  'not_invited',
  'invited',
  'expired',
  'failed',
  'no_second_factor',
  'no_role',
  'inactive',
] as const;
export type WaitingReason = (typeof waitingReasons)[number];

const listedColumns = {
  ...({ id: true, email: true, full_name: true, phone: true, is_active: true } as const),
  ...({ last_sign_in_at: true, invitation: true } as const),
};

/** Has a link to the location. */
export const accessListUser = z.extend(z.pick(user, listedColumns), {
  /** By name. */
  roles: z.array(roleRef),
  /** Null without an assignment. `by` is as in `granted` (contract/user-access.ts). */
  assigned: z.nullable(granted),
  /** Null without a district that gives them the location. */
  through: z.nullable(through),
  /** It is on. */
  cover: z.nullable(z.extend(granted, { ends_at: time, time_zone: z.string() })),
  /** Those that have access to all locations. */
  all_locations_roles: z.array(z.string()),
  /** Empty for users who can see the location. */
  blockers: z.array(z.enum(blockers)),
});
export type AccessListUser = z.infer<typeof accessListUser>;

const accessListManager = z.extend(z.pick(accessListUser, { id: true, phone: true, invitation: true }), {
  name: z.string(),
});
export type AccessListManager = z.infer<typeof accessListManager>;
/** In `first`. */
export const managersNamed = 4;

const listed = z.enum(['can_see', 'cannot_see']);
export type AccessListName = z.infer<typeof listed>;

const accessListQuery = z.strictObject({
  ...pageOf(pageMaxRows),
  list: described('`cannot_see`: users who have a link and still cannot', z._default(listed, 'can_see')),
  reason: described('Why they cannot; with `list=cannot_see`', z.optional(z.enum(waitingReasons))),
  q: described('What to look for in name, email and phone', z.optional(text(searchMaxLength))),
  after: described('The `next` of the page before', z.optional(id)),
});
export type AccessListQuery = z.infer<typeof accessListQuery>;

export const listLocationUsers = endpoint('GET /api/locations/:id/users', 'users.read', {
  failure: 'Failed to fetch users',
  summary: 'Who can see a location, and why: by name, users in scope only',
  params: idParams,
  query: accessListQuery,
  response: z.object({
    users: z.array(accessListUser),
    /** Of the requested list, matching `q` and `reason`. */
    total: z.number(),
    next: z.nullable(z.string()),
    /** Without `q` and `reason`. */
    can_see: z.number(),
    /** How many of them opened their invitation, have no password yet, and see it while that session lasts. */
    joining: z.number(),
    cannot_see: z.number(),
    /** `cannot_see` in the order of `waitingReasons`; no zeros. */
    waiting: z.array(z.object({ reason: z.enum(waitingReasons), users: z.number() })),
    /**
     * Users without a working invitation whom the actor may invite. Only on the first page of `cannot_see`, without `q`
     * and `reason`.
     */
    to_invite: z.array(z.object({ id: z.string(), name: z.string() })),
    /** Active ones who are assigned. Those who have joined come first, then by name. */
    managers: z.object({
      total: z.number(),
      /** For the link to the list of users. */
      role_id: z.string(),
      first: z.array(accessListManager),
    }),
    /** They see the location through a role, and are outside the reader's scope. */
    hidden_count: z.number(),
    /** Whose tokens see it, of those that the reader sees, by name; null for readers who may not see service accounts. */
    services: z.nullable(z.array(z.object({ id: z.string(), name: z.string() }))),
    /** ACCESS_POLICY=open: every signed-in user sees every location, whatever the list says. */
    is_open_to_all: z.boolean(),
  }),
});

const one = z.extend(idParams, { user_id: described('The id of the user', id) });

export const assignUser = endpoint('PUT /api/locations/:id/users/:user_id', 'users.assign_locations', {
  failure: 'Failed to assign the user',
  summary: 'Assign one user to a location; repeating it changes nothing',
  params: one,
});

export const removeUser = endpoint('DELETE /api/locations/:id/users/:user_id', 'users.assign_locations', {
  failure: 'Failed to remove the user',
  summary: 'Remove one user from a location; not being assigned is no error',
  params: one,
});
