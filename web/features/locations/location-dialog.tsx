import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type Location, type LocationInput, locationInput } from '../../../contract/locations.ts';
import { Button } from '../../components/button/button.tsx';
import { CancelButton } from '../../components/dialog/cancel-button.tsx';
import { Dialog } from '../../components/dialog/dialog.tsx';
import { WaitingDialog } from '../../components/dialog/waiting-dialog.tsx';
import { SaveFailure } from '../../components/feedback/save-failure.tsx';
import { TextField } from '../../components/form/text-field.tsx';
import { settled, showIssues, useSchemaForm } from '../../lib/form/form.ts';
import { useCreateId } from '../../lib/form/use-create-id.ts';
import { useSave } from '../../lib/form/use-save.ts';
import {
  createLocation,
  fetchLocation,
  updateLocation,
  useKnownLocations,
  useLocation,
} from './locations.api.ts';

export interface AddLocationDialogProps {
  onClose: () => void;
}

export function AddLocationDialog({ onClose }: AddLocationDialogProps) {
  const idOf = useCreateId();
  const form = useLocationForm();
  const save = useSave({
    mutationFn: (input: LocationInput, signal) => createLocation(idOf(input), input, signal),
    onSuccess: onClose,
    onError: (error) => showIssues(form, error),
  });
  return (
    <LocationForm
      title="Add New Location"
      submit="Create"
      form={form}
      busy={save.isPending}
      error={save.error}
      onSubmit={form.handleSubmit((input) => settled(save.mutateAsync(input)))}
      onClose={onClose}
    />
  );
}

export interface EditLocationDialogProps {
  id: string;
  onClose: () => void;
}

/** Opened from the table the row is here; opened by its address it may have to come first. */
export function EditLocationDialog({ id, onClose }: EditLocationDialogProps) {
  const known = useKnownLocations(false).byId.get(id);
  // Whatever happens to the list behind the dialog, the form keeps the row it was opened with.
  const [opened, setOpened] = useState(known);
  const { data, error, refetch } = useLocation(id, { enabled: !opened });
  if (!opened && data) setOpened(data);
  if (opened) return <EditForm location={opened} onClose={onClose} />;
  return (
    <WaitingDialog
      title="Edit Location"
      label="Loading locations..."
      error={error}
      onRetry={() => void refetch()}
      onClose={onClose}
    />
  );
}

function EditForm({ location, onClose }: { location: Location; onClose: () => void }) {
  const [seen, setSeen] = useState(location.updated_at);
  const form = useLocationForm(location);
  const save = useSave({
    mutationFn: (input: LocationInput, signal) => updateLocation(location.id, seen, input, signal),
    onSuccess: onClose,
    onError: (error) => showIssues(form, error),
  });
  const reload = useMutation({
    mutationFn: () => fetchLocation(location.id),
    onSuccess: (stored) => {
      form.reset(valuesOf(stored));
      setSeen(stored.updated_at);
      save.reset();
    },
  });
  return (
    <LocationForm
      title="Edit Location"
      submit="Update"
      form={form}
      busy={save.isPending}
      error={reload.error ?? save.error}
      onReload={() => reload.mutate()}
      reloading={reload.isPending}
      onSubmit={form.handleSubmit((input) => settled(save.mutateAsync(input)))}
      onClose={onClose}
    />
  );
}

function useLocationForm(location?: Location) {
  return useSchemaForm(locationInput, location ? valuesOf(location) : emptyValues);
}

const emptyValues = { name: '', address: '', city: '', state: '', zip: '', phone: '' };

function valuesOf({ name, address, city, state, zip, phone }: Location) {
  return { name, address, city, state, zip, phone: phone ?? '' };
}

interface LocationFormProps {
  title: string;
  submit: string;
  form: ReturnType<typeof useLocationForm>;
  busy: boolean;
  error: Error | null;
  onReload?: () => void;
  reloading?: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  onClose: () => void;
}

function LocationForm({
  title,
  submit,
  form,
  busy,
  error,
  onReload,
  reloading = false,
  onSubmit,
  onClose,
}: LocationFormProps) {
  const { register, formState } = form;
  const { errors } = formState;
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      isChanged={formState.isChanged}
      onSubmit={onSubmit}
      busy={busy}
      error={error && <SaveFailure error={error} onReload={onReload} reloading={reloading} />}
      footer={
        <>
          <CancelButton />
          <Button type="submit" loading={busy} loadingLabel="Saving...">
            {submit}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-6 gap-x-3 gap-y-4">
        <div className="col-span-6">
          <TextField label="Name" required error={errors.name?.message} {...register('name')} />
        </div>
        <div className="col-span-6">
          <TextField label="Address" required error={errors.address?.message} {...register('address')} />
        </div>
        <div className="col-span-3 max-md:col-span-6">
          <TextField label="City" required error={errors.city?.message} {...register('city')} />
        </div>
        <div className="col-span-1 max-md:col-span-2">
          <TextField
            label="State"
            required
            placeholder="NY"
            maxLength={2}
            autoCapitalize="characters"
            className="placeholder-shown:normal-case uppercase"
            error={errors.state?.message}
            {...register('state')}
          />
        </div>
        <div className="col-span-2 max-md:col-span-4">
          <TextField
            label="ZIP Code"
            required
            inputMode="numeric"
            error={errors.zip?.message}
            {...register('zip')}
          />
        </div>
        <div className="col-span-6">
          <TextField label="Phone" type="tel" error={errors.phone?.message} {...register('phone')} />
        </div>
      </div>
    </Dialog>
  );
}
