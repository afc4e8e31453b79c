import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { CoverEnd } from '../../../../contract/covers.ts';
import type { LocationChoice } from '../../../../contract/locations.ts';
import { IconButton } from '../../../components/button/icon-button.tsx';
import { ClippedText } from '../../../components/display/clipped-text.tsx';
import { inputClasses } from '../../../components/form/field.tsx';
import { IconX } from '../../../components/icons/icons.ts';
import { describeClockChange, localTimeIn } from '../../../lib/format/time-zone.ts';
import type { Chosen } from '../../../lib/list/chosen.ts';
import { nextSunday } from '../../../parts/covers/cover-dialogs.tsx';
import { coversQuery } from '../../../parts/covers/covers.api.ts';

export type CoverEndsState = ReturnType<typeof useCoverEnds>;

/** Until when the user covers locations: those that are on, and those that get an end here. */
export function useCoverEnds(user: string) {
  const { data, error } = useQuery(coversQuery({ user }));
  const [changed, setChanged] = useState<ReadonlyMap<string, string> | null>(null);
  const on = (data ?? []).filter(({ state }) => state === 'on');
  const stored = on.map(({ location: { id, time_zone }, ends_at, reason }): CoverEnd => {
    return { location_id: id, ends_at: localTimeIn(time_zone, new Date(ends_at)), reason };
  });
  const storedEnds = new Map(stored.map(({ location_id, ends_at }) => [location_id, ends_at]));
  const ends = changed ?? storedEnds;
  return {
    // Without them, none is touched.
    isLoaded: data !== undefined || error !== null,
    ends,
    stored,
    isChanged: changed !== null && JSON.stringify([...changed]) !== JSON.stringify([...storedEnds]),
    places: new Map(on.map(({ location }) => [location.id, location])),
    set: (id: string, end: string) => setChanged(new Map([...ends, [id, end]])),
    remove: (id: string) => setChanged(new Map([...ends].filter(([one]) => one !== id))),
  };
}

interface CoverEndsProps {
  covers: CoverEndsState;
  selected: Chosen<LocationChoice>;
  /** As they are stored. */
  assigned: Chosen<LocationChoice>;
}

/** Below the locations: each chosen one can get an end. */
export function CoverEnds({ covers, selected, assigned }: CoverEndsProps) {
  const id = useId();
  const { ends, places } = covers;
  const without = [...selected.values()].filter((location) => !ends.has(location.id));
  const placeOf = (one: string) => selected.get(one) ?? places.get(one);
  const nameOf = (one: string) => placeOf(one)?.name ?? 'A location';
  const changeOf = (one: string, end: string) => {
    const zone = placeOf(one)?.time_zone;
    return zone && describeClockChange(zone, end, 'end');
  };
  if (ends.size === 0 && without.length === 0) return null;
  return (
    <section aria-labelledby={id} className="mt-3 border-t border-line pt-3">
      <h3 id={id} className="font-medium">
        For a time only
      </h3>
      <ul>
        {[...ends].map(([one, end]) => (
          <li key={one} className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
            <ClippedText className="min-w-0 flex-1 basis-40">{nameOf(one)}</ClippedText>
            <input
              type="datetime-local"
              aria-label={`Until, at ${nameOf(one)}, location time`}
              required
              className={`${inputClasses} w-auto!`}
              value={end}
              onChange={({ target }) => covers.set(one, target.value)}
            />
            <IconButton
              label={`No cover of ${nameOf(one)}`}
              tooltip={assigned.has(one) ? 'Without an end' : 'End it now'}
              icon={<IconX size={18} aria-hidden="true" />}
              onClick={() => covers.remove(one)}
            />
            {changeOf(one, end) && (
              <p className="basis-full text-small text-amber-ink">{changeOf(one, end)}</p>
            )}
            {assigned.has(one) && (
              <p className="basis-full text-small text-ink-soft">
                The assignment ends now, and the user covers it until then.
              </p>
            )}
          </li>
        ))}
      </ul>
      {without.length > 0 && (
        <select
          aria-label="Give a location an end"
          className={`${inputClasses} mt-2`}
          value=""
          onChange={({ target }) => covers.set(target.value, nextSunday(zoneHere()))}
        >
          <option value="" disabled>
            Give a location an end…
          </option>
          {without.map((location) => (
            <option key={location.id} value={location.id}>
              {location.name}
            </option>
          ))}
        </select>
      )}
    </section>
  );
}

const zoneHere = () => Intl.DateTimeFormat().resolvedOptions().timeZone;
