import type { ReactNode } from 'react';
import type { Location } from '../../../../contract/locations.ts';
import { markClasses, useChangedMark } from '../../../components/display/changed-value.ts';
import { MapLink, PhoneLink } from '../../../components/display/contact-links.tsx';
import { classes } from '../../../lib/browser/classes.ts';
import { formatDate, formatDay } from '../../../lib/format/format-date.ts';
import { formatClockIn, timeZoneCity } from '../../../lib/format/time-zone.ts';

/** The columns have fixed widths, so that nothing moves when the values come. */
export function LocationFacts({ location }: { location: Location | undefined }) {
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-2 md:grid-cols-[5rem_9rem_minmax(0,22rem)_8rem_8rem] md:gap-x-6">
      <Fact label="Number" value={location?.number}>
        {location && (location.number ?? none)}
      </Fact>
      <Fact label="Phone" value={location?.phone}>
        {location && (location.phone ? <PhoneLink phone={location.phone} /> : none)}
      </Fact>
      <Fact label="Address" value={location && placeOf(location)} isWide>
        {location && <MapLink {...location} />}
      </Fact>
      <Fact label="Time zone" value={location?.time_zone}>
        {location && (
          <span data-tooltip={`${location.time_zone}, now ${formatClockIn(location.time_zone)}`}>
            {timeZoneCity(location.time_zone)}
          </span>
        )}
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

function placeOf({ address, city, state, zip }: Location) {
  return [address, city, state, zip].join();
}

interface FactProps {
  label: string;
  /** Marked when it changes. */
  value?: string | null | undefined;
  /** Takes the whole width of a phone, where its link is pressed above and below the line too. */
  isWide?: boolean;
  children: ReactNode;
}

function Fact({ label, value, isWide, children }: FactProps) {
  const mark = useChangedMark(value);
  return (
    <div className={isWide ? 'min-w-0 max-md:col-span-2' : 'min-w-0'}>
      <dt className="text-badge text-ink-faint">{label}</dt>
      <dd
        {...mark}
        className={classes(
          markClasses,
          'min-h-5 font-semibold wrap-anywhere max-md:[&_a]:relative max-md:[&_a]:after:absolute max-md:[&_a]:after:inset-x-0 max-md:[&_a]:after:-inset-y-3',
        )}
      >
        {children ?? (
          <span className="flex h-5 items-center">
            <span className="h-3 w-20 rounded-full bg-line" />
          </span>
        )}
      </dd>
    </div>
  );
}
