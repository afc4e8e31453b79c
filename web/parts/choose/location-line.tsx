import type { LocationChoice } from '../../../contract/locations.ts';
import { ClippedText } from '../../components/display/clipped-text.tsx';
import { TownLine } from '../../components/display/contact-links.tsx';
import { choiceName } from '../../lib/format/location-names.ts';

/** A location in a picker. */
export function LocationLine({ location }: { location: LocationChoice }) {
  const { address, city, state, zip } = location;
  return (
    <>
      <ClippedText className="leading-tight font-medium">{choiceName(location)}</ClippedText>
      <TownLine {...{ address, city, state, zip }} className="text-small leading-tight text-ink-soft" />
    </>
  );
}
