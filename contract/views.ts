import * as z from 'zod/mini';
import type { Permission } from './access/permissions.ts';
import { described, idParams, line, newId, text, time } from './fields/fields.ts';
import { viewNameMaxLength, viewQueryMaxLength } from './fields/limits.ts';
import { endpoint } from './http/endpoint.ts';

export const viewLists = ['users', 'locations', 'sales'] as const;
export type ViewList = (typeof viewLists)[number];

/** To read the list, and its shared views. */
export const listPermissions = {
  users: 'users.read',
  locations: 'locations.read',
  sales: 'registers.read',
} as const satisfies Record<ViewList, Permission>;

/** Days are added to sales all the time, which is no news. */
export function isWatchable(list: ViewList): boolean {
  return list !== 'sales';
}

const view = z.object({
  id: z.string(),
  list: z.enum(viewLists),
  name: z.string(),
  /** Of the page's URL, without '?'. */
  query: z.string(),
  is_shared: z.boolean(),
  is_own: z.boolean(),
  /** Filters that name a role, location or district which no longer exists or is outside the reader's scope. */
  gone: z.array(z.enum(['role', 'location', 'district'])),
  updated_at: time,
});
export type View = z.infer<typeof view>;

const viewFields = {
  name: described('As menus show it', line(viewNameMaxLength, z.minLength(1, 'Name is required'))),
  query: described("Of the page's URL, without '?'", text(viewQueryMaxLength)),
  is_shared: described('Whether all who may read the list see the view', z.boolean()),
};

const viewInput = z.strictObject({
  ...viewFields,
  list: described('Of what', z.enum(viewLists)),
  is_shared: z._default(viewFields.is_shared, false),
});
export type ViewInput = z.infer<typeof viewInput>;

const viewChanges = z.partial(z.strictObject(viewFields));
export type ViewChanges = z.infer<typeof viewChanges>;

export const listViews = endpoint('GET /api/views', 'signed_in', {
  failure: 'Failed to fetch views',
  summary: "The actor's own and the shared views of the lists that the actor may read, by name",
  response: z.object({ views: z.array(view) }),
});

/** A repeated request with the same `id`, user and body returns the first row. */
export const createView = endpoint('POST /api/views', 'signed_in', {
  failure: 'Failed to save the view',
  summary: 'Save a view of a list; sharing it needs the permission to change roles',
  body: z.extend(viewInput, { id: newId }),
  response: view,
});

/** Shared ones need the permission to share. */
export const updateView = endpoint('PATCH /api/views/:id', 'signed_in', {
  failure: 'Failed to save the view',
  ifMatch: true,
  summary: 'Rename, change, share or stop sharing a view',
  params: idParams,
  body: viewChanges,
  response: view,
});

export const deleteView = endpoint('DELETE /api/views/:id', 'signed_in', {
  failure: 'Failed to delete the view',
  summary: 'Delete a view',
  params: idParams,
});
