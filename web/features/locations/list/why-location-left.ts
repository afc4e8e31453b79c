import type { Location } from '../../../../contract/locations.ts';
import { useAccess } from '../../../lib/account/access.ts';

/** Why a location left the list that is open. Whoever sees some locations only cannot tell a deletion from a loss. */
export function useWhyLocationLeft() {
  const { hasPermission } = useAccess();
  const seesAll = hasPermission('locations.all');
  return (before: Location, after: Location | undefined) => {
    if (!after) return seesAll ? 'Deleted by another user just now' : 'No longer in your list';
    if (!before.closed_on && after.closed_on) return 'Closed by another user just now';
    return 'Changed by another user, no longer in this list';
  };
}
