import type { Location } from '../../../contract/locations.ts';
import { choiceName } from '../../lib/format/location-names.ts';
import { ClippedText } from '../display/clipped-text.tsx';
import { TownLine } from '../display/town-line.tsx';

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
