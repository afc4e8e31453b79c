import { useId } from 'react';
import { IconX } from '../../../components/icons/icons.ts';
import { useLocations } from '../../locations/locations.api.ts';
import { LocationPicker } from './location-picker.tsx';

export interface LocationsFieldProps {
  selected: readonly string[];
  onChange: (ids: string[]) => void;
  /** Actors without access to all locations choose at least one. */
  required: boolean;
  error: string | undefined;
}

/** Chooses locations for a new user; those chosen stand above as chips. */
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
      <Chips ids={selected} onRemove={remove} />
      <LocationPicker
        label="Locations"
        selected={chosen}
        onToggle={(locationId) =>
          chosen.has(locationId) ? remove(locationId) : onChange([...selected, locationId])
        }
        className="max-h-48"
      />
      {error && (
        <p role="alert" className="mt-1.5 text-small text-bad">
          {error}
        </p>
      )}
    </div>
  );
}

function Chips({ ids, onRemove }: { ids: readonly string[]; onRemove: (id: string) => void }) {
  const { data } = useLocations('');
  const chosen = ids.flatMap((id) => data?.byId.get(id) ?? []);
  if (chosen.length === 0) return null;
  return (
    <ul aria-label="Chosen locations" className="mb-2 flex max-h-24 flex-wrap gap-1.5 overflow-y-auto">
      {chosen.map(({ id, name }) => (
        <li key={id} className="flex max-w-full items-center rounded-full bg-petrol-soft pl-3 text-small">
          <span className="min-w-0 truncate">{name}</span>
          <button
            type="button"
            aria-label={`Remove ${name}`}
            onClick={() => onRemove(id)}
            className="grid size-7 shrink-0 place-items-center rounded-full text-ink-soft hover:text-ink max-md:size-11"
          >
            <IconX size={14} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  );
}
