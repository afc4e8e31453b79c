import type { LocationChoice } from '../../../contract/locations.ts';
import { FilterButton } from '../../components/filters/filter-button.tsx';
import {
  Choices,
  type ChoicesProps,
  ChooseOne,
  type ChooseOneProps,
} from '../../components/form/choices.tsx';
import { choiceName, townName } from '../../lib/format/location-names.ts';
import { useChoices } from '../../lib/list/use-choices.ts';
import { locationChoices, useLocationsNamed } from './location-choices.api.ts';
import { openLocations } from './location-picker.tsx';

const words = { placeholder: 'Search locations...', nameOf: choiceName, detailOf: townName };

type Own = keyof typeof words | 'choices';

interface LocationFieldProps extends Omit<ChooseOneProps<LocationChoice>, Own> {
  isOpenOnly?: boolean;
}

/** One location, or the list to choose it from. */
export function LocationField({ isOpenOnly = false, ...field }: LocationFieldProps) {
  const choices = useChoices(locationChoices, isOpenOnly ? openLocations : {});
  return <ChooseOne {...words} {...field} choices={choices} />;
}

/** All locations, of which one is chosen. */
function LocationChoices(props: Pick<ChoicesProps<LocationChoice>, 'onChoose'>) {
  return <Choices {...words} {...props} choices={useChoices(locationChoices)} />;
}

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
