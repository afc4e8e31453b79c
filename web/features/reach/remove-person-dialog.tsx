import { useQueryClient } from '@tanstack/react-query';
import type { Location } from '../../../contract/locations.ts';
import type { ReachPerson } from '../../../contract/reach.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { useSave } from '../../lib/use-save.ts';
import { refreshReach, removePerson } from './reach.api.ts';
import { nameOf } from './reach-words.ts';

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
  const roles = person.all_stores_roles;
  return (
    <ConfirmDialog
      open
      title="Remove from Store"
      confirmLabel="Remove"
      busyLabel="Removing..."
      busy={remove.isPending}
      error={remove.error?.message}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>
        Are you sure you want to remove "{nameOf(person)}" from "{location.name}"?
      </p>
      <p className="mt-2 font-medium text-ink">
        {roles.length > 0
          ? `They will still reach it: ${roles.join(', ')} reaches all stores.`
          : 'They lose sight of it at once.'}
      </p>
    </ConfirmDialog>
  );
}
