import type { LocationChoice } from '../../../contract/locations.ts';
import { Choices, type ChoicesProps } from '../../components/form/choices.tsx';
import { ChooseOne, type ChooseOneProps } from '../../components/form/choose-one.tsx';
import { choiceName, townName } from '../../lib/format/location-names.ts';
import { useChoices } from '../../lib/list/use-choices.ts';
import { locationChoices, openLocations } from './location-choices.api.ts';

const words = { placeholder: 'Search locations...', nameOf: choiceName, detailOf: townName };

type Own = keyof typeof words | 'choices';

export interface LocationFieldProps extends Omit<ChooseOneProps<LocationChoice>, Own> {
  isOpenOnly?: boolean;
}

/** One location, or the list to choose it from. */
export function LocationField({ isOpenOnly = false, ...field }: LocationFieldProps) {
  const choices = useChoices(locationChoices(isOpenOnly ? openLocations : {}));
  return <ChooseOne {...words} {...field} choices={choices} />;
}

/** All locations, of which one is chosen. */
export function LocationChoices(props: Pick<ChoicesProps<LocationChoice>, 'onChoose'>) {
  return <Choices {...words} {...props} choices={useChoices(locationChoices({}))} />;
}
