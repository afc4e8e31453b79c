import type { Permission } from '../../../../contract/access/permissions.ts';
import { useAccess } from '../../../lib/account/access.ts';

/** The permissions of which an import or a bulk change needs at least one. */
const acts: readonly Permission[] = [
  'users.create',
  'users.update',
  'users.deactivate',
  'users.invite',
  'users.assign_locations',
  'users.assign_roles',
  'locations.create',
  'locations.update',
];

/** Whether the user may start any run, and so has runs to look at. */
export function useMayRun() {
  return acts.some(useAccess().hasPermission);
}
