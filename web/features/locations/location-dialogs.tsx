import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type LocationInput, locationInput } from '../../../contract/fields/location-input.ts';
import type { Location } from '../../../contract/locations.ts';
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx';
import { QueryDialog } from '../../components/dialog/query-dialog.tsx';
import { useMayOpen } from '../../components/dialog/use-may-open.ts';
import { showSaved } from '../../components/table/marked-row.ts';
import { useAccess } from '../../lib/account/access.ts';
import { useTypedValues } from '../../lib/account/typed-values.ts';
import { useFollowRow } from '../../lib/form/follow-row.ts';
import { useSchemaForm } from '../../lib/form/form.ts';
import { useCreateId } from '../../lib/form/new-id.ts';
import { useReload, useSave } from '../../lib/form/use-save.ts';
import { formatNumber } from '../../lib/format/format-number.ts';
import { useLastActor } from '../../lib/list/last-actor.ts';
import { useCachedRow } from '../../lib/list/list-cache.ts';
import { actOfDialog } from '../../parts/acts/act-look.ts';
import { addLocationAct, locationActs } from '../../parts/acts/location-acts.ts';
import { DistrictField } from '../../parts/choose/district-choices.tsx';
import { AssignUsersDialog } from './access-list/assign-users-dialog.tsx';
import { CloseLocationDialog } from './close-location-dialog.tsx';
import { emptyLocation, LocationForm, valuesOf } from './location-form.tsx';
import {
  createLocation,
  deleteLocation,
  locationQuery,
  locationRowQuery,
  locationsSource,
  updateLocation,
} from './locations.api.ts';
import { MoveLocationDialog } from './move-location-dialog.tsx';

interface LocationDialogsProps {
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
  if (dialog === 'move' && location) return <MoveLocationDialog location={location} onClose={onClose} />;
  if (dialog === 'close' && location) return <CloseLocationDialog location={location} onClose={onClose} />;
  if (!id) return null;
  const row = { query: locationRowQuery(id), loading: 'Loading locations...', onClose };
  if (dialog === 'edit')
    return (
      <QueryDialog key={id} {...row} title="Edit Location">
        {(row) => <EditLocationDialog location={row} onClose={onClose} />}
      </QueryDialog>
    );
  if (dialog === 'delete')
    return (
      <QueryDialog key={id} {...row} title="Delete Location">
        {(row) => <DeleteLocationDialog location={row} onClose={onClose} onDeleted={onDeleted} />}
      </QueryDialog>
    );
  return null;
}

function AddLocationDialog({ onClose }: { onClose: () => void }) {
  const idOf = useCreateId();
  const navigate = useNavigate();
  const form = useSchemaForm(locationInput, emptyLocation);
  useTypedValues('add location', form);
  const mayPlace = useAccess().mayAct('manageDistricts');
  const [district_id, setDistrict] = useState<string | null>(null);
  const save = useSave({
    mutationFn: (input: LocationInput, context) => {
      const body = { ...input, ...(district_id !== null && { district_id }) };
      return createLocation(idOf(body), body, context);
    },
    onSuccess: (location) => {
      onClose();
      const open = () => navigate({ to: '/locations/$id', params: { id: location.id } });
      showSaved(location, { text: `${location.name} added`, action: { label: 'Open', run: open } });
    },
  });
  return (
    <LocationForm
      title="Add New Location"
      submitLabel="Create"
      form={form}
      save={save}
      district={mayPlace && <DistrictField value={district_id} onChange={setDistrict} />}
      onClose={onClose}
    />
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

export function EditLocationDialog({ location, onClose }: { location: Location; onClose: () => void }) {
  const [seen, setSeen] = useState(location);
  const form = useSchemaForm(locationInput, valuesOf(location));
  const followed = useFollowRow({ seen, onSeen: setSeen, now: useLocationNow(location.id), form, valuesOf });
  const by = useLastActor({ location: location.id }, followed?.at);
  useTypedValues(`edit location ${location.id}`, form);
  const save = useSave({
    mutationFn: (input: LocationInput, context) => updateLocation(seen, input, context),
    onSuccess: (stored) => {
      onClose();
      showSaved(stored, { text: `${stored.name} updated` });
    },
  });
  const reload = useReload(locationRowQuery(location.id), (stored) => {
    setSeen(stored);
    form.reset(valuesOf(stored));
  });
  return (
    <LocationForm
      title="Edit Location"
      ownId={location.id}
      submitLabel="Update"
      form={form}
      followed={followed}
      changedBy={by}
      save={save}
      reload={reload}
      onClose={onClose}
    />
  );
}

/** The newest row that the browser has, of the list or of the location's page. */
function useLocationNow(id: string): Location | undefined {
  const ofList = useCachedRow(locationsSource, id);
  const { data: ofPage } = useQuery({ ...locationQuery(id), enabled: false });
  return ofPage && ofList && ofList.updated_at > ofPage.updated_at ? ofList : (ofPage ?? ofList);
}
