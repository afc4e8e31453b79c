import { useState } from 'react';
import { FilterButton } from '../../components/filters/filter-button.tsx';
import { Choices } from '../../components/form/choices.tsx';
import { choiceName, townName } from '../../lib/format/location-names.ts';
import { useLocations } from '../locations/locations.api.ts';

export interface LocationFilterProps {
  id: string | undefined;
  onChange: (id: string | undefined) => void;
}

export function LocationFilter({ id, onChange }: LocationFilterProps) {
  // The list is needed for a name, and when the filter opens.
  const known = useLocations('', { enabled: id !== undefined }).data?.byId.get(id ?? '');
  return (
    <FilterButton
      label="Location"
      everything="All locations"
      chosen={id ? (known?.name ?? 'One location') : null}
      onChange={onChange}
    >
      {(choose) => <LocationChoices onChoose={choose} />}
    </FilterButton>
  );
}

function LocationChoices({ onChoose }: { onChoose: (id: string) => void }) {
  const [text, setText] = useState('');
  const view = useLocations(text, { offered: {} });
  return (
    <Choices
      placeholder="Search locations..."
      text={text}
      onTextChange={setText}
      view={view}
      nameOf={choiceName}
      detailOf={townName}
      onChoose={(location) => onChoose(location.id)}
    />
  );
}
