import type { UserRow } from '../../../../contract/users.ts';
import { useAccess } from '../../../lib/account/access.ts';

/** Why a user left the list that is open. Whoever sees some locations only cannot tell a deletion from a move. */
export function useWhyUserLeft() {
  const { hasPermission } = useAccess();
  const seesAll = hasPermission('locations.all');
  return (before: UserRow, after: UserRow | undefined) => {
    if (!after) return seesAll ? 'Deleted by another user just now' : 'No longer in your list';
    if (before.is_active && !after.is_active) return 'Deactivated by another user just now';
    if (!before.is_active && after.is_active) return 'Activated by another user just now';
    return 'Changed by another user, no longer in this list';
  };
}
