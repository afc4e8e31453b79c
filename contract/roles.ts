import * as z from 'zod/mini';
import { idParams, newId, time } from './fields/fields.ts';
import { roleFields, roleInput } from './fields/role-input.ts';
import { endpoint } from './http/endpoint.ts';

export const rolesNeedAllLocationsMessage =
  'Roles apply at all locations, so only users with access to all locations can change them.';

export const role = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  /** Of the badge palette; null for the default color. */
  color: z.nullable(z.string()),
  is_builtin: z.boolean(),
  permissions: z.array(z.string()),
  /** For everything but its setup. */
  requires_second_factor: z.boolean(),
  updated_at: time,
});
export type Role = z.infer<typeof role>;

export const roleRef = z.pick(role, { id: true, name: true, description: true, color: true });
export type RoleRef = z.infer<typeof roleRef>;

/** Null for readers without access to all locations. */
const countedRole = z.extend(role, {
  user_count: z.nullable(z.number()),
  /** Those that it owns. */
  service_count: z.nullable(z.number()),
});
export type CountedRole = z.infer<typeof countedRole>;

export const listRoles = endpoint('GET /api/roles', 'roles.read', {
  failure: 'Failed to fetch roles',
  summary: 'All roles by name',
  response: z.object({ roles: z.array(countedRole) }),
});

export const getRole = endpoint('GET /api/roles/:id', 'roles.read', {
  failure: 'Failed to fetch role',
  summary: 'One role',
  params: idParams,
  response: countedRole,
});

/**
 * Needs access to all locations, as every change of a role does, and only permissions that the actor has. A repeated
 * request with the same `id`, user and body returns the first row.
 */
export const createRole = endpoint('POST /api/roles', 'roles.manage', {
  failure: 'Failed to create role',
  summary: 'Create a role',
  body: z.extend(roleInput, { id: newId }),
  response: countedRole,
});

/** Actors need every permission that the role has or gets. */
export const updateRole = endpoint('PATCH /api/roles/:id', 'roles.manage', {
  failure: 'Failed to update role',
  ifMatch: true,
  summary: 'Edit a role',
  params: idParams,
  body: z.partial(z.strictObject(roleFields)),
  response: countedRole,
});

export const deleteRole = endpoint('DELETE /api/roles/:id', 'roles.manage', {
  failure: 'Failed to delete role',
  summary: 'Delete a role and revoke it from everybody; built-in roles cannot be deleted',
  params: idParams,
});
