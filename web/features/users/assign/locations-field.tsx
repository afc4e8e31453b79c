import { useId } from 'react';
import { LocationPicker } from './location-picker.tsx';

export interface LocationsFieldProps {
  selected: readonly string[];
  onChange: (ids: string[]) => void;
  /** Actors without access to all locations choose at least one. */
  required: boolean;
  error: string | undefined;
}

/** Chooses locations for a new user. */
export function LocationsField({ selected, onChange, required, error }: LocationsFieldProps) {
  const id = useId();
  const chosen = new Set(selected);
  const remove = (locationId: string) => onChange(selected.filter((one) => one !== locationId));
  return (
    <div>
      <p className="mb-1.5 font-medium" id={id}>
        Locations
        {required && (
          <span className="text-bad" aria-hidden="true">
            {' *'}
          </span>
        )}
      </p>
      <LocationPicker
        label="Locations"
        selected={chosen}
        onToggle={(locationId) =>
          chosen.has(locationId) ? remove(locationId) : onChange([...selected, locationId])
        }
        name="location_ids"
        isShort
      />
      {error && (
        <p role="alert" className="mt-1.5 text-small text-bad">
          {error}
        </p>
      )}
    </div>
  );
}
