import { useNavigate } from '@tanstack/react-router';
import { type LocationInput, locationInput } from '../../../contract/fields/location-input.ts';
import { showSaved } from '../../components/table/saved-toast.ts';
import { useTypedValues } from '../../lib/account/typed-values.ts';
import { useSchemaForm } from '../../lib/form/form.ts';
import { useCreateId } from '../../lib/form/use-create-id.ts';
import { useSave } from '../../lib/form/use-save.ts';
import { emptyLocation, LocationForm } from './location-form.tsx';
import { createLocation } from './locations.api.ts';

export function AddLocationDialog({ onClose }: { onClose: () => void }) {
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
