import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type LocationInput, locationInput } from '../../../contract/fields/location-input.ts';
import type { Location } from '../../../contract/locations.ts';
import { showSaved } from '../../components/table/marked-row.ts';
import { useTypedValues } from '../../lib/account/typed-values.ts';
import { useFollowRow } from '../../lib/form/follow-row.ts';
import { useSchemaForm } from '../../lib/form/form.ts';
import { useReload, useSave } from '../../lib/form/use-save.ts';
import { useLastActor } from '../../lib/list/last-actor.ts';
import { useCachedRow } from '../../lib/list/list-cache.ts';
import { LocationForm, valuesOf } from './location-form.tsx';
import { locationQuery, locationRowQuery, locationsSource, updateLocation } from './locations.api.ts';

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
