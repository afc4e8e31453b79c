import type { Permission } from '../../../../contract/access/permissions.ts';
import { useAccess } from '../../../lib/account/access.ts';

/** What an import or a bulk change does. */
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

/** Whether the user may do any of it, and so has runs to look at. */
export function useMayRun() {
  return acts.some(useAccess().hasPermission);
}
