import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id } from './fields.ts';

export const role = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  /** A key of the badge palette, or null for the default colour. */
  color: z.nullable(z.string()),
  is_builtin: z.boolean(),
  permissions: z.array(z.string()),
});
export type Role = z.infer<typeof role>;

/** How a role appears beside a person. */
export const roleRef = z.pick(role, { id: true, name: true, description: true, color: true });
export type RoleRef = z.infer<typeof roleRef>;

export const listRoles = endpoint({
  method: 'GET',
  path: '/api/roles',
  permission: 'roles.read',
  failure: 'Failed to fetch roles',
  summary: 'All roles by name',
  response: z.object({ roles: z.array(role) }),
});

export const getRole = endpoint({
  method: 'GET',
  path: '/api/roles/:id',
  permission: 'roles.read',
  failure: 'Failed to fetch role',
  summary: 'One role',
  params: z.object({ id }),
  response: role,
});
