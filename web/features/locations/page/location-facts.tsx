import type { ReactNode } from 'react';
import type { Location } from '../../../../contract/locations.ts';
import { MapLink, PhoneLink } from '../../../components/display/contact-links.tsx';
import { formatDate, formatDay } from '../../../lib/format/format-date.ts';

/** Number, phone, address and age in one row, each under its label. Without the location: the labels. */
export function LocationFacts({ location }: { location: Location | undefined }) {
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2 max-md:grid max-md:grid-cols-2 max-md:gap-x-4">
      <Fact label="Number">{location && (location.number ?? none)}</Fact>
      <Fact label="Phone">{location && (location.phone ? <PhoneLink phone={location.phone} /> : none)}</Fact>
      <Fact label="Address" isWide>
        {location && <MapLink {...location} />}
      </Fact>
      <Fact label="Created">
        {location && (
          <time dateTime={location.created_at} data-tooltip={formatDate(location.created_at)}>
            {formatDay(location.created_at)}
          </time>
        )}
      </Fact>
    </dl>
  );
}

const none = <span className="font-normal text-ink-faint">None</span>;

interface FactProps {
  label: string;
  /** Takes the whole width of a phone. */
  isWide?: boolean;
  /** Undefined while it is loading. */
  children: ReactNode;
}

function Fact({ label, isWide, children }: FactProps) {
  return (
    <div className={isWide ? 'min-w-0 max-md:col-span-2' : 'min-w-0'}>
      <dt className="text-badge text-ink-faint">{label}</dt>
      <dd className="min-h-5 font-semibold wrap-anywhere max-md:[&_a]:inline-flex max-md:[&_a]:min-h-11 max-md:[&_a]:items-center">
        {children ?? <span className="my-1 block h-3 w-24 rounded-full bg-line" />}
      </dd>
    </div>
  );
}
