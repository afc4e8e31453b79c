import { useState } from 'react';
import type { LocationChoice } from '../../../../contract/locations.ts';
import { createPopup } from '../../../lib/browser/popup.ts';
import { chosenOf, withAll, withOrWithout } from '../../../lib/list/chosen.ts';
import { useLocationsNamed } from '../../../parts/choose/location-choices.api.ts';
import { OpenLocationPicker } from '../../../parts/choose/location-picker.tsx';
import { Chip, ChoiceField } from './choice-field.tsx';

export interface LocationsFieldProps {
  selected: readonly string[];
  onChange: (ids: string[]) => void;
  required: boolean;
  error: string | undefined;
}

const locationsPopup = createPopup('dialog');

export function LocationsField({ selected, onChange, required, error }: LocationsFieldProps) {
  const [picked, setPicked] = useState(() => chosenOf<LocationChoice>([]));
  // What was typed before the session ended comes back as ids.
  const named = chosenOf(useLocationsNamed(selected.filter((id) => !picked.has(id))) ?? []);
  const chosen = chosenOf(selected.flatMap((id) => picked.get(id) ?? named.get(id) ?? []));
  return (
    <ChoiceField
      label="Locations"
      name="location_ids"
      required={required}
      error={error}
      popup={locationsPopup}
      none="No locations"
      chosen={[...chosen.values()]}
      chip={({ id, name }) => <Chip key={id}>{name}</Chip>}
      align="end"
    >
      <OpenLocationPicker
        selected={chosen}
        onToggle={(location) => {
          setPicked(withAll(picked, [location]));
          onChange(withOrWithout(selected, location.id));
        }}
        onAdd={(locations) => {
          setPicked(withAll(picked, locations));
          onChange([...selected, ...locations.map(({ id }) => id)]);
        }}
        isInField
      />
    </ChoiceField>
  );
}
