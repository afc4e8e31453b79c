import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, text, time } from './fields.ts';
import { pageDefaultRows, pageMaxRows, searchMaxLength } from './limits.ts';
import { roleRef } from './roles.ts';

/** What keeps somebody with a link to a store from seeing it, in the order in which it is told. */
export const reachObstacles = ['deactivated', 'not_joined', 'no_second_factor', 'no_role'] as const;
export type ReachObstacle = (typeof reachObstacles)[number];

/** Somebody with a link to a store: why they reach it, or what keeps them from it. */
export const reachPerson = z.object({
  id: z.string(),
  email: z.string(),
  full_name: z.nullable(z.string()),
  is_active: z.boolean(),
  /** Null for somebody who never signed in. */
  last_sign_in_at: z.nullable(time),
  /** By name. */
  roles: z.array(roleRef),
  /**
   * Null without an assignment. `by` is null for a giver outside the reader's reach; one who was deleted since is
   * named as they then were, to readers who reach every store.
   */
  assigned: z.nullable(z.object({ at: time, by: z.nullable(z.string()) })),
  /** Names of the roles that reach every store. */
  all_stores_roles: z.array(z.string()),
  /** Empty for everybody who really sees the store. */
  obstacles: z.array(z.enum(reachObstacles)),
});
export type ReachPerson = z.infer<typeof reachPerson>;

const listed = z.enum(['can_see', 'cannot_see']);
export type ReachList = z.infer<typeof listed>;

const reachQuery = z.object({
  /** Those who see the store, or those whom something keeps from it. */
  list: z._default(listed, 'can_see'),
  q: z.optional(text(searchMaxLength)),
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(pageMaxRows)), pageDefaultRows),
  /** The `next` of the page before. */
  after: z.optional(id),
});
export type ReachQuery = z.infer<typeof reachQuery>;

export const listLocationPeople = endpoint({
  method: 'GET',
  path: '/api/locations/:id/people',
  permission: 'users.read',
  failure: 'Failed to fetch people',
  summary: 'Who can see a store, and why: by name, people within reach only',
  params: z.object({ id }),
  query: reachQuery,
  response: z.object({
    people: z.array(reachPerson),
    /** How many of the asked-for list match `q`. */
    total: z.number(),
    next: z.nullable(z.string()),
    /** How long both lists are without `q`. */
    can_see: z.number(),
    cannot_see: z.number(),
    /** People who see every store through a role and whom the reader may not know by name. */
    unnamed: z.number(),
    /** ACCESS_POLICY=open: whatever the list says, everybody who signs in sees every store. */
    is_open_to_all: z.boolean(),
  }),
});

const one = z.object({ id, user_id: id });

export const assignPerson = endpoint({
  method: 'PUT',
  path: '/api/locations/:id/people/:user_id',
  permission: 'users.assign_locations',
  failure: 'Failed to assign the person',
  summary: 'Assign one person to a store; repeating it changes nothing',
  params: one,
});

export const removePerson = endpoint({
  method: 'DELETE',
  path: '/api/locations/:id/people/:user_id',
  permission: 'users.assign_locations',
  failure: 'Failed to remove the person',
  summary: 'Take one person off a store; somebody who is not assigned there is no error',
  params: one,
});
