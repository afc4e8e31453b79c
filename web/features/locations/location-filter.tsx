import { useState } from 'react';
import { FilterButton } from '../../components/filters/filter-button.tsx';
import { Choices } from '../../components/form/choices.tsx';
import { choiceName, townName } from '../../lib/format/location-names.ts';
import { useLocations } from './locations.api.ts';

export interface LocationFilterProps {
  id: string | undefined;
  /** The location's name in what is on screen, because deleted locations are not in the list. */
  nameAtHand?: string | undefined;
  /** Loads the list to name the location. */
  isNamedByList?: boolean;
  onChange: (id: string | undefined) => void;
}

export function LocationFilter({ id, nameAtHand, isNamedByList = false, onChange }: LocationFilterProps) {
  const known = useLocations('', { enabled: isNamedByList }).data?.byId.get(id ?? '');
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
