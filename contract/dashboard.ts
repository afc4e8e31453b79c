import * as z from 'zod/mini';
import { acts } from './access/acts.ts';
import type { Permission } from './access/permissions.ts';
import { auditEntry } from './audit.ts';
import { described, time } from './fields/fields.ts';
import { endpoint } from './http/endpoint.ts';
import { locationRef } from './locations.ts';
import { ofDistricts } from './sales-selection.ts';

export const newLocationDays = 30;
export const weeksShown = 12;
export const recentChangesShown = 6;
export const ownLocationsShown = 8;
/** Users who did not sign in for this long need attention. */
export const dormantDays = 90;

export const getDashboard = endpoint('GET /api/dashboard', 'signed_in', {
  forTokens: true,
  failure: 'Failed to load the dashboard',
  summary: 'Numbers in scope: 0 for a user without a role',
  query: ofDistricts,
  response: z.object({
    total_locations: z.number(),
    new_locations: z.number(),
    /** Null for actors who cannot do all steps, and once there are a location and another user. */
    setup: z.nullable(
      z.object({ has_locations: z.boolean(), has_users: z.boolean(), has_invited: z.boolean() }),
    ),
  }),
});

/** In the order in which they are shown. A check is made only for actors who may act on its findings. */
export const attentionChecks = {
  admins_without_second_factor: ['locations.all', 'users.read', ...acts.resetSecondFactor],
  locations_without_manager: ['locations.read', 'users.read', ...acts.assignLocations],
  users_without_location: ['locations.all', 'users.read', ...acts.assignLocations],
  users_without_role: ['users.read', ...acts.assignRoles],
  users_not_invited: ['users.read', ...acts.inviteUser],
  invitations_not_accepted: ['users.read', ...acts.inviteUser],
  users_not_signing_in: ['users.read', ...acts.setUserActive],
} as const satisfies Record<string, readonly Permission[]>;
export type AttentionCheck = keyof typeof attentionChecks;
export const allAttentionChecks = Object.keys(attentionChecks) as AttentionCheck[];

/** Of districts alone, not those that need access to all locations. */
export function mayCheck(
  check: AttentionCheck,
  hasPermission: (permission: Permission) => boolean,
  isOfDistricts: boolean,
): boolean {
  return attentionChecks[check].every(
    (permission) => hasPermission(permission) && !(isOfDistricts && permission === 'locations.all'),
  );
}

const attention = z.object({
  check: z.enum(allAttentionChecks),
  count: z.number(),
  /** Shows the findings. */
  list: z.enum(['users', 'locations']),
  filters: z.record(z.string(), z.string()),
});
export type Attention = z.infer<typeof attention>;

export const getAttention = endpoint('GET /api/dashboard/attention', 'signed_in', {
  forTokens: true,
  failure: 'Failed to check what needs attention',
  summary: 'How many users and locations in scope need something that the actor may do',
  query: ofDistricts,
  response: z.object({ checks: z.array(attention) }),
});

export const getRecentChanges = endpoint('GET /api/dashboard/recent-changes', 'audit.read', {
  failure: 'Failed to load the recent changes',
  summary:
    'The newest changes of users, locations and roles in scope; the audit log without signing in and reading',
  query: ofDistricts,
  response: z.object({ entries: z.array(auditEntry) }),
});

const utcOffset = described(
  "Minutes that the reader's clock is ahead of UTC. Weeks begin on Monday by this clock",
  z._default(z.coerce.number().check(z.int(), z.gte(-840), z.lte(840)), 0),
);

const week = z.object({
  /** The Monday: YYYY-MM-DD. */
  starts_on: z.string(),
  joined: z.number(),
  left: z.number(),
});
export type Week = z.infer<typeof week>;

export const getJoinersAndLeavers = endpoint('GET /api/dashboard/joiners-and-leavers', 'locations.all', {
  failure: 'Failed to load joiners and leavers',
  summary: 'How many users were added, and how many deactivated or deleted, in each of the last 12 weeks',
  query: z.strictObject({ utc_offset: utcOffset }),
  response: z.object({ weeks: z.array(week) }),
});

const roleShare = z.object({
  /** Null for the users without a role. */
  id: z.nullable(z.string()),
  name: z.string(),
  color: z.nullable(z.string()),
  users: z.number(),
});
export type RoleShare = z.infer<typeof roleShare>;

const stateShare = z.object({ state: z.string(), locations: z.number() });
export type StateShare = z.infer<typeof stateShare>;

export const getBreakdown = endpoint('GET /api/dashboard/breakdown', 'locations.all', {
  failure: 'Failed to load the figures',
  summary:
    'Active users by role and open locations by state, most first; null without the permission to see them',
  response: z.object({
    roles: z.nullable(z.array(roleShare)),
    states: z.nullable(z.array(stateShare)),
  }),
});

const ownToday = z.object({
  /** Cents; null before anything of today came. */
  revenue: z.nullable(z.number()),
  /** Cents until this hour of the clock of the location, today and a week before, as far as journals say. */
  change: z.nullable(z.object({ until: z.number(), now: z.number(), base: z.number() })),
  has_register: z.boolean(),
  has_reported: z.boolean(),
  /** For longer than the chain allows. */
  is_silent: z.boolean(),
  /** When its newest file came. */
  last_file_at: z.nullable(time),
  /** Null where nobody said what is in stock. */
  low_stock: z.nullable(z.number()),
});
export type OwnToday = z.infer<typeof ownToday>;

const ownLocation = z.extend(locationRef, {
  /** Null without the permission to see sales, and before the chain has any. */
  today: z.nullable(ownToday),
  /** Active ones. The members below are null without the permission to see users. */
  users: z.nullable(z.number()),
  /** How many of them cannot sign in yet. */
  waiting: z.nullable(z.number()),
  /** Active managers, by name. */
  managers: z.nullable(z.array(z.string())),
});
export type OwnLocation = z.infer<typeof ownLocation>;

export const getOwnLocations = endpoint('GET /api/dashboard/locations', 'locations.read', {
  failure: 'Failed to load your locations',
  summary: 'The first open locations in scope by name, with what they tell of today and their users',
  query: ofDistricts,
  response: z.object({ locations: z.array(ownLocation), total: z.number() }),
});
