import { useMutation } from '@tanstack/react-query';
import { lostByLocations } from '../../../../contract/own-access.ts';
import { ErrorState } from '../../../components/feedback/error-state.tsx';
import { Loading } from '../../../components/feedback/loading.tsx';
import { SaveFailure } from '../../../components/feedback/save-failure.tsx';
import { useAccess } from '../../../lib/account/access.ts';
import { useAuth } from '../../../lib/account/auth-store.ts';
import { useMediaQuery } from '../../../lib/browser/use-media-query.ts';
import { useSave } from '../../../lib/form/use-save.ts';
import { useLocations } from '../../locations/locations.api.ts';
import { fetchUserLocations, replaceUserLocations, useUserLocations } from '../users.api.ts';
import { AssignDialog } from './assign-dialog.tsx';
import { LocationPicker } from './location-picker.tsx';
import { OwnLoss } from './own-loss.tsx';
import { useAssignment } from './use-assignment.ts';

export interface AssignLocationsDialogProps {
  id: string;
  onClose: () => void;
}

/** Replaces a user's locations within the reach of whoever opens it. */
export function AssignLocationsDialog({ id, onClose }: AssignLocationsDialogProps) {
  const { data, isError, refetch } = useUserLocations(id);
  const { status } = useLocations('');
  // There the keyboard of the screen would cover the list.
  const isPhone = useMediaQuery('(width < 48rem)');
  const { start, selected, isChanged, toggle, restart } = useAssignment(data);
  const save = useSave({
    mutationFn: (seen: string, signal) => replaceUserLocations(id, seen, [...selected], signal),
    onSuccess: onClose,
  });
  const reload = useMutation({
    mutationFn: () => fetchUserLocations(id),
    onSuccess: (stored) => {
      restart(stored);
      save.reset();
    },
  });
  const failure = reload.error ?? save.error;
  const { lost, isRefused } = useOwnLoss(id, selected);

  return (
    <AssignDialog
      title="Assign Locations"
      userId={id}
      loading={!start || status !== 'ready'}
      isRefused={isRefused}
      saving={save.isPending}
      error={
        failure && (
          <SaveFailure error={failure} onReload={() => reload.mutate()} reloading={reload.isPending} />
        )
      }
      isChanged={isChanged}
      onSave={() => start && save.mutate(start.updated_at)}
      onClose={onClose}
    >
      {start ? (
        <LocationPicker
          label="Locations"
          first={start.ids}
          selected={selected}
          onToggle={toggle}
          autoFocus={!isPhone}
        />
      ) : isError ? (
        <ErrorState message="Failed to load locations" onRetry={() => void refetch()} className="py-8" />
      ) : (
        <Loading label="Loading locations..." className="py-10" />
      )}
      {start && (
        <p role="status" className="mt-3 font-medium">
          {selected.size} location(s) selected
        </p>
      )}
      {start && <OwnLoss lost={lost} isRefused={isRefused} />}
    </AssignDialog>
  );
}

/** What the signed-in user would lose, if these locations are their own and limit what they see. */
function useOwnLoss(id: string, selected: ReadonlySet<string>) {
  const { profile } = useAuth();
  const { keepsOwnAccess } = useAccess();
  const own = profile && keepsOwnAccess(id) ? profile.locations : [];
  const refused = lostByLocations(own, selected.size);
  if (refused) return { lost: refused, isRefused: true };
  const left = own.filter((location) => !selected.has(location.id));
  const lost = left.length > 0 ? `access to ${left.map(({ name }) => name).join(', ')}` : null;
  return { lost, isRefused: false };
}
