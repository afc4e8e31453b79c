import * as z from 'zod/mini';
import { allPermissions } from '../access/permissions.ts';
import { line } from './fields.ts';
import { roleDescriptionMaxLength, roleNameMaxLength } from './limits.ts';
import { roleColors } from './role-colors.ts';

export const roleFields = {
  name: line(roleNameMaxLength, z.minLength(1, 'Name is required')),
  description: line(roleDescriptionMaxLength),
  color: z.nullable(z.enum(roleColors, { error: 'Must be one of the colors' })),
  permissions: z
    .array(z.enum(allPermissions, { error: 'Must be permissions that exist' }))
    .check(z.maxLength(500)),
  requires_second_factor: z.boolean(),
};

export const roleInput = z.strictObject({
  ...roleFields,
  description: z._default(roleFields.description, ''),
  color: z._default(roleFields.color, null),
  requires_second_factor: z._default(roleFields.requires_second_factor, false),
});
export type RoleInput = z.infer<typeof roleInput>;
