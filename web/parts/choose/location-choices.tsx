import { useState } from 'react';
import type { LocationChoice } from '../../../contract/locations.ts';
import { FilterButton } from '../../components/filters/filter-button.tsx';
import {
  Choices,
  type ChoicesProps,
  ChooseOne,
  type ChooseOneProps,
} from '../../components/form/choices.tsx';
import { choiceName, townName } from '../../lib/format/location-names.ts';
import { type Chosen, chosenOf, withAll, withOrWithout } from '../../lib/list/chosen.ts';
import { useChoices } from '../../lib/list/use-choices.ts';
import { locationChoices, useLocationsNamed } from './location-choices.api.ts';
import { LocationPicker, openLocations } from './location-picker.tsx';
import { useAllLocationNames, useLocationNames } from './use-location-names.ts';

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

interface LocationIdsProps {
  /** Their ids. */
  chosen: readonly string[];
  isOpenOnly?: boolean;
  autoFocus?: boolean;
  onChange: (ids: string[]) => void;
}

/** Several locations; the chosen ones come first, as they were when it opened. */
export function LocationIds({ chosen, isOpenOnly = false, autoFocus = false, onChange }: LocationIdsProps) {
  const choices = useChoices(locationChoices, isOpenOnly ? openLocations : {});
  const [start] = useState(chosen);
  const first = useLocationsNamed(start);
  const [picked, setPicked] = useState<Chosen<LocationChoice>>(new Map());
  const known = withAll(chosenOf(first ?? []), [...picked.values()]);
  return (
    <LocationPicker
      choices={first ? choices : { ...choices, data: undefined }}
      first={first ?? []}
      selected={chosenOf(chosen.flatMap((id) => known.get(id) ?? []))}
      onToggle={(location) => {
        setPicked(withAll(picked, [location]));
        onChange(withOrWithout(chosen, location.id));
      }}
      autoFocus={autoFocus}
      isInField
    />
  );
}

export interface LocationsFilterProps {
  /** Ids with commas between them, as the URL and the server have them. */
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

export function LocationsFilter({ value, onChange }: LocationsFilterProps) {
  const ids = value?.split(',') ?? [];
  const namesOf = useLocationNames([ids]);
  return (
    <FilterButton
      label="Location"
      everything="All locations"
      chosen={value ? namesOf(ids) : null}
      printed={useAllLocationNames(value)}
      onChange={onChange}
    >
      {() => (
        <LocationIds
          chosen={ids}
          autoFocus
          onChange={(ids) => onChange(ids.toSorted().join() || undefined)}
        />
      )}
    </FilterButton>
  );
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
