import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type LocationInput, locationInput } from '../../../contract/fields/location-input.ts';
import type { Location } from '../../../contract/locations.ts';
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx';
import { QueryDialog } from '../../components/dialog/query-dialog.tsx';
import { useMayOpen } from '../../components/dialog/use-may-open.ts';
import { showSaved } from '../../components/table/marked-row.ts';
import { useTypedValues } from '../../lib/account/typed-values.ts';
import { useSchemaForm } from '../../lib/form/form.ts';
import { useCreateId } from '../../lib/form/new-id.ts';
import { useSave } from '../../lib/form/use-save.ts';
import { formatNumber } from '../../lib/format/format-number.ts';
import { actOfDialog } from '../../parts/acts/act-look.ts';
import { addLocationAct, locationActs } from '../../parts/acts/location-acts.ts';
import { AssignUsersDialog } from './access-list/assign-users-dialog.tsx';
import { CloseLocationDialog } from './close-location-dialog.tsx';
import { EditLocationDialog } from './edit-location-dialog.tsx';
import { emptyLocation, LocationForm } from './location-form.tsx';
import { createLocation, deleteLocation, locationQuery, locationRowQuery } from './locations.api.ts';

export interface LocationDialogsProps {
  dialog: string;
  id: string | undefined;
  /** On its page, which has more dialogs than the list. */
  location?: Location;
  onClose: () => void;
  /** Replaces `onClose` on the page of the location, which must be left after the deletion. */
  onDeleted?: () => void;
}

export function LocationDialogs({
  dialog,
  id,
  location,
  onClose,
  onDeleted = onClose,
}: LocationDialogsProps) {
  if (!useMayOpen(actOfDialog({ ...locationActs, add: addLocationAct }, dialog), onClose)) return null;
  if (dialog === 'add' && !location) return <AddLocationDialog onClose={onClose} />;
  if (dialog === 'assign' && location) return <AssignUsersDialog location={location} onClose={onClose} />;
  if (dialog === 'close' && location) return <CloseLocationDialog location={location} onClose={onClose} />;
  if (!id) return null;
  if (dialog === 'edit')
    return (
      <LocationRowDialog key={id} id={id} title="Edit Location" onClose={onClose}>
        {(row) => <EditLocationDialog location={row} onClose={onClose} />}
      </LocationRowDialog>
    );
  if (dialog === 'delete')
    return (
      <LocationRowDialog key={id} id={id} title="Delete Location" onClose={onClose}>
        {(row) => <DeleteLocationDialog location={row} onClose={onClose} onDeleted={onDeleted} />}
      </LocationRowDialog>
    );
  return null;
}

interface LocationRowDialogProps {
  id: string;
  title: string;
  onClose: () => void;
  children: (location: Location) => ReactNode;
}

function LocationRowDialog({ id, ...dialog }: LocationRowDialogProps) {
  return <QueryDialog query={useQuery(locationRowQuery(id))} loading="Loading locations..." {...dialog} />;
}

function AddLocationDialog({ onClose }: { onClose: () => void }) {
  const idOf = useCreateId();
  const navigate = useNavigate();
  const form = useSchemaForm(locationInput, emptyLocation);
  useTypedValues('add location', form);
  const save = useSave({
    mutationFn: (input: LocationInput, context) => createLocation(idOf(input), input, context),
    onSuccess: (location) => {
      onClose();
      const open = () => navigate({ to: '/locations/$id', params: { id: location.id } });
      showSaved(location, { text: `${location.name} added`, action: { label: 'Open', run: open } });
    },
  });
  return (
    <LocationForm title="Add New Location" submitLabel="Create" form={form} save={save} onClose={onClose} />
  );
}

interface DeleteLocationDialogProps {
  location: Location;
  onClose: () => void;
  onDeleted: () => void;
}

/** The question is shown at once; the number of users follows when it is loaded. */
function DeleteLocationDialog({ location, onClose, onDeleted }: DeleteLocationDialogProps) {
  const { data: counted, error } = useQuery(locationQuery(location.id));
  return (
    <ConfirmDialog
      title="Delete Location"
      error={error}
      act={(context) => deleteLocation(location.id, context)}
      done={{ text: `${location.name} deleted` }}
      onDone={onDeleted}
      onClose={onClose}
    >
      <p>Are you sure you want to delete "{location.name}"? This action cannot be undone.</p>
      {counted !== undefined && counted.assigned_count > 0 && (
        <p className="mt-2 font-medium text-ink">{describeUsers(counted.assigned_count)}</p>
      )}
    </ConfirmDialog>
  );
}

function describeUsers(count: number) {
  const users = count === 1 ? '1 user is' : `${formatNumber(count)} users are`;
  return `${users} assigned to it.`;
}
