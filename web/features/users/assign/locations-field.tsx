import { createPopup } from '../../../lib/browser/popup.ts';
import { useLocations } from '../../locations/locations.api.ts';
import { Chip, ChoiceField } from './choice-field.tsx';
import { LocationPicker } from './location-picker.tsx';

export interface LocationsFieldProps {
  selected: readonly string[];
  onChange: (ids: string[]) => void;
  required: boolean;
  error: string | undefined;
}

const locationsPopup = createPopup('dialog');

export function LocationsField({ selected, onChange, required, error }: LocationsFieldProps) {
  const { data } = useLocations('');
  const chosen = new Set(selected);
  const toggle = (id: string) =>
    onChange(selected.includes(id) ? selected.filter((one) => one !== id) : [...selected, id]);
  return (
    <ChoiceField
      label="Locations"
      name="location_ids"
      required={required}
      error={error}
      popup={locationsPopup}
      none="No locations"
      chosen={selected.flatMap((id) => data?.byId.get(id) ?? [])}
      chip={({ id, name }) => <Chip key={id}>{name}</Chip>}
      align="end"
    >
      <LocationPicker
        selected={chosen}
        onToggle={toggle}
        onAdd={(ids) => onChange([...selected, ...ids])}
        isInField
      />
    </ChoiceField>
  );
}
