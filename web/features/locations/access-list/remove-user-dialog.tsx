import { useQueryClient } from '@tanstack/react-query';
import type { Location } from '../../../../contract/locations.ts';
import { describeOwnLoss, lostByLocations } from '../../../../contract/own-access.ts';
import type { ReachPerson } from '../../../../contract/reach.ts';
import { ConfirmDialog } from '../../../components/dialog/confirm-dialog.tsx';
import { useAccess } from '../../../lib/account/access.ts';
import { useAuth } from '../../../lib/account/auth-store.ts';
import { useSave } from '../../../lib/form/use-save.ts';
import { nameOf } from './access-texts.ts';
import { refreshReach, removePerson } from './location-access.api.ts';

export interface RemovePersonDialogProps {
  location: Location;
  person: ReachPerson;
  onClose: () => void;
  onRemoved: () => Promise<void>;
}

export function RemovePersonDialog({ location, person, onClose, onRemoved }: RemovePersonDialogProps) {
  const client = useQueryClient();
  const remove = useSave({
    mutationFn: (_, signal) => removePerson(location.id, person.id, signal),
    onSuccess: async () => {
      // First away from a page that this may have closed to its reader.
      await onRemoved();
      void refreshReach(client, person.id);
    },
  });
  const { lost, isRefused } = useLoss(location, person);
  return (
    <ConfirmDialog
      open
      title="Remove from Store"
      confirmLabel="Remove"
      busyLabel="Removing..."
      busy={remove.isPending}
      error={remove.error?.message}
      isRefused={isRefused}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>
        Are you sure you want to remove "{nameOf(person)}" from "{location.name}"?
      </p>
      <p className="mt-2 font-medium text-ink">{lost}</p>
    </ConfirmDialog>
  );
}

/** What the removal means, and whether the server would refuse it. */
function useLoss(location: Location, { id, all_stores_roles }: ReachPerson) {
  const { profile } = useAuth();
  const { isSelf, keepsOwnAccess } = useAccess();
  if (all_stores_roles.length > 0) {
    const who = isSelf(id) ? 'You' : 'They';
    const lost = `${who} will still reach it: ${all_stores_roles.join(', ')} reaches all stores.`;
    return { lost, isRefused: false };
  }
  if (!keepsOwnAccess(id)) return { lost: 'They lose sight of it at once.', isRefused: false };
  const refused = lostByLocations([location], (profile?.locations.length ?? 0) - 1);
  if (refused) return { lost: describeOwnLoss(refused), isRefused: true };
  return {
    lost: 'You lose sight of it at once. Only an administrator can give it back.',
    isRefused: false,
  };
}
