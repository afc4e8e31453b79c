import { useId } from 'react';
import { LocationPicker } from './location-picker.tsx';

export interface StoresFieldProps {
  selected: readonly string[];
  onChange: (ids: string[]) => void;
  error: string | undefined;
}

/** At least one of one's own stores, for people who do not reach every store. */
export function StoresField({ selected, onChange, error }: StoresFieldProps) {
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
        Stores
        <span className="text-bad" aria-hidden="true">
          {' *'}
        </span>
      </p>
      <LocationPicker label="Stores" selected={chosen} onToggle={toggle} className="max-h-48" />
      {error && (
        <p role="alert" className="mt-1.5 text-small text-bad">
          {error}
        </p>
      )}
    </div>
  );
}
