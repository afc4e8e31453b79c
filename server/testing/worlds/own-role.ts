import type { Permission } from '../../../contract/access/permissions.ts';
import { createRole } from '../../../contract/roles.ts';
import type { World } from './world.ts';

/** Creates a role beside the built-in ones and returns its id. */
export async function ownRole(
  { ada }: Pick<World, 'ada'>,
  name: string,
  permissions: readonly Permission[],
  { requires_second_factor = false } = {},
): Promise<string> {
  const body = { name, permissions: [...permissions], requires_second_factor };
  return (await ada.call(createRole, { body })).ok().id;
}
