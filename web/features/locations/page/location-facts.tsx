import type { Location } from '../../../../contract/locations.ts';
import { MapLink, PhoneLink } from '../../../components/display/contact-links.tsx';

/** Address and phone in one line; the number is in the details. */
export function LocationFacts({ location }: { location: Location }) {
  const { address, city, state, zip, phone } = location;
  return (
    <ul className="flex flex-wrap items-center gap-x-4 gap-y-0.5 max-md:gap-y-0 max-md:[&_a]:flex max-md:[&_a]:min-h-11 max-md:[&_a]:items-center">
      <li className="min-w-0 wrap-anywhere">
        <MapLink {...{ address, city, state, zip }} />
      </li>
      {phone && (
        <li className="min-w-0">
          <PhoneLink phone={phone} />
        </li>
      )}
    </ul>
  );
}
