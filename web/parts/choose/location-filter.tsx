import { FilterButton } from '../../components/filters/filter-button.tsx';
import { useLocationsNamed } from './location-choices.api.ts';
import { LocationChoices } from './location-choices.tsx';

export interface SubjectFilterProps {
  id: string | undefined;
  /** The name in the rows on screen, because what was deleted has no other. */
  nameAtHand?: string | undefined;
  onChange: (id: string | undefined) => void;
}

export function LocationFilter({ id, nameAtHand, onChange }: SubjectFilterProps) {
  const named = useLocationsNamed(id ? [id] : []);
  return (
    <FilterButton
      label="Location"
      everything="All locations"
      chosen={id ? (named?.[0]?.name ?? nameAtHand ?? 'One location') : null}
      onChange={onChange}
    >
      {(choose) => <LocationChoices onChoose={(location) => choose(location.id)} />}
    </FilterButton>
  );
}
