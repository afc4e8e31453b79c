import type { Location } from '../../../contract/locations.ts';
import { ClippedText } from '../../components/display/clipped-text.tsx';
import { TownLine } from '../../components/display/town-line.tsx';
import { choiceName } from '../../lib/format/location-names.ts';

/** A row of a picker. */
export function renderLocationChoice(location: Location) {
  const { address, city, state, zip } = location;
  return (
    <>
      <ClippedText className="leading-tight font-medium">{choiceName(location)}</ClippedText>
      <TownLine {...{ address, city, state, zip }} className="text-small leading-tight text-ink-soft" />
    </>
  );
}
