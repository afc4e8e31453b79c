import { useId } from 'react';
import { LocationPicker } from './location-picker.tsx';

export interface LocationsFieldProps {
  selected: readonly string[];
  onChange: (ids: string[]) => void;
  error: string | undefined;
}

/** Chooses at least one location, for actors who do not have access to all. */
export function LocationsField({ selected, onChange, error }: LocationsFieldProps) {
  const id = useId();
  const chosen = new Set(selected);
  function toggle(locationId: string) {
    onChange(
      chosen.has(locationId) ? selected.filter((one) => one !== locationId) : [...selected, locationId],
    );
  }
  return (
    <div>
      <p className="mb-1.5 font-medium" id={id}>
        Locations
        <span className="text-bad" aria-hidden="true">
          {' *'}
        </span>
      </p>
      <LocationPicker label="Locations" selected={chosen} onToggle={toggle} className="max-h-48" />
      {error && (
        <p role="alert" className="mt-1.5 text-small text-bad">
          {error}
        </p>
      )}
    </div>
  );
}
