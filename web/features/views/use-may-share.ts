import { shareViewsPermission } from '../../../contract/views.ts';
import { useAccess } from '../../lib/account/access.ts';

/** Whether the signed-in user may share views: a shared one is for all locations, as a role is. */
export function useMayShare(): boolean {
  const { hasPermission } = useAccess();
  return hasPermission(shareViewsPermission) && hasPermission('locations.all');
}
