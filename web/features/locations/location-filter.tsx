import { useState } from 'react';
import { FilterButton } from '../../components/filters/filter-button.tsx';
import { Choices } from '../../components/form/choices.tsx';
import { choiceName, townName } from '../../lib/format/location-names.ts';
import { useLocations } from './locations.api.ts';

export interface LocationFilterProps {
  id: string | undefined;
  /** Shown when the list of locations is not here. */
  nameAtHand?: string | undefined;
  /** Whether the list is loaded only for the name. */
  loadsName?: boolean;
  onChange: (id: string | undefined) => void;
}

export function LocationFilter({ id, nameAtHand, loadsName = false, onChange }: LocationFilterProps) {
  const known = useLocations('', { enabled: loadsName }).data?.byId.get(id ?? '');
  return (
    <FilterButton
      label="Location"
      everything="All locations"
      chosen={id ? (known?.name ?? nameAtHand ?? 'One location') : null}
      onChange={onChange}
    >
      {(choose) => <LocationChoices onChoose={choose} />}
    </FilterButton>
  );
}

function LocationChoices({ onChoose }: { onChoose: (id: string) => void }) {
  const [text, setText] = useState('');
  const view = useLocations(text);
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
