import * as z from 'zod/mini';
import { allPermissions } from '../access/permissions.ts';
import { described, line } from './fields.ts';
import { roleDescriptionMaxLength, roleNameMaxLength } from './limits.ts';
import { roleColors } from './role-colors.ts';

export const roleFields = {
  name: described('As badges show it', line(roleNameMaxLength, z.minLength(1, 'Name is required'))),
  description: described('For whom the role is', line(roleDescriptionMaxLength)),
  color: described('Null for the default color', z.nullable(z.enum(roleColors))),
  permissions: described(
    'What the role allows',
    z.array(z.enum(allPermissions, { error: 'Must be permissions that exist' })).check(z.maxLength(500)),
  ),
  requires_second_factor: described('For everything but its setup', z.boolean()),
};

export const roleInput = z.strictObject({
  ...roleFields,
  description: z._default(roleFields.description, ''),
  color: z._default(roleFields.color, null),
  requires_second_factor: z._default(roleFields.requires_second_factor, false),
});
export type RoleInput = z.infer<typeof roleInput>;
