import { useNavigate } from '@tanstack/react-router';
import { describeOwnLoss, lostByLocations } from '../../../../contract/access/own-access.ts';
import type { AccessListUser } from '../../../../contract/location-access.ts';
import type { Location } from '../../../../contract/locations.ts';
import { displayName } from '../../../../contract/users.ts';
import { ConfirmDialog } from '../../../components/dialog/confirm-dialog.tsx';
import { useAccess } from '../../../lib/account/access.ts';
import { useAuth } from '../../../lib/account/auth-store.ts';
import { removeUser } from './location-access.api.ts';

export interface RemoveUserDialogProps {
  location: Location;
  user: AccessListUser;
  onClose: () => unknown;
}

export function RemoveUserDialog({ location, user, onClose }: RemoveUserDialogProps) {
  const { hasPermission, isSelf } = useAccess();
  const navigate = useNavigate();
  // Without the assignment, the actor may not open this page any more.
  const isOwnWay = isSelf(user.id) && !hasPermission('locations.all');
  const { lost, isRefused } = useLoss(location, user);
  return (
    <ConfirmDialog
      title="Remove from Location"
      confirmLabel="Remove"
      busyLabel="Removing..."
      isRefused={isRefused}
      act={(context) => removeUser(location.id, user.id, context)}
      done={{ text: `${displayName(user)} removed from ${location.name}` }}
      onDone={() => (isOwnWay ? navigate({ to: '/locations' }) : onClose())}
      onClose={onClose}
    >
      <p>
        Are you sure you want to remove "{displayName(user)}" from "{location.name}"?
      </p>
      <p className="mt-2 font-medium text-ink">{lost}</p>
    </ConfirmDialog>
  );
}

function useLoss(location: Location, { id, all_locations_roles }: AccessListUser) {
  const { profile } = useAuth();
  const { isSelf, keepsOwnAccess } = useAccess();
  if (all_locations_roles.length > 0) {
    const who = isSelf(id) ? 'You' : 'They';
    const lost = `${who} will still see it: ${all_locations_roles.join(', ')} has access to all locations.`;
    return { lost, isRefused: false };
  }
  if (!keepsOwnAccess(id)) return { lost: 'They lose access immediately.', isRefused: false };
  const refused = lostByLocations([location], (profile?.locations.length ?? 0) - 1);
  if (refused) return { lost: describeOwnLoss(refused), isRefused: true };
  return {
    lost: 'You lose access immediately. Only an administrator can give it back.',
    isRefused: false,
  };
}
