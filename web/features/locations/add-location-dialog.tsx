import { type LocationInput, locationInput } from '../../../contract/locations.ts';
import { useSchemaForm } from '../../lib/form/form.ts';
import { useCreateId } from '../../lib/form/use-create-id.ts';
import { useSave } from '../../lib/form/use-save.ts';
import { emptyLocation, LocationForm } from './location-form.tsx';
import { createLocation } from './locations.api.ts';

export function AddLocationDialog({ onClose }: { onClose: () => void }) {
  const idOf = useCreateId();
  const form = useSchemaForm(locationInput, emptyLocation);
  const save = useSave({
    mutationFn: (input: LocationInput, context) => createLocation(idOf(input), input, context),
    onSuccess: onClose,
  });
  return (
    <LocationForm title="Add New Location" submitLabel="Create" form={form} save={save} onClose={onClose} />
  );
}
