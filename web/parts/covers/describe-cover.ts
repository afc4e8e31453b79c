import type { Cover } from '../../../contract/covers.ts';
import { countOf } from '../../lib/format/format-number.ts';
import { formatMomentIn, timeZoneCity } from '../../lib/format/time-zone.ts';

/** 'until Sun, Nov 29, 11:59 PM, location time (Chicago)' */
export function describeCover({ state, starts_at, ends_at, location: { time_zone } }: Cover): string {
  const from = state === 'upcoming' ? `from ${formatMomentIn(time_zone, starts_at)} ` : '';
  return `${from}until ${formatMomentIn(time_zone, ends_at)}, location time (${timeZoneCity(time_zone)})`;
}

const namedAtMost = 5;

/** '2 covers: Mill Road until Sun, Nov 29, 11:59 PM; Sam Lee at Pier until …', of a user who leaves. */
export function nameCovers(covers: readonly Cover[], userId: string): string {
  const names = covers.slice(0, namedAtMost).map(({ user, location, ends_at }) => {
    const where = user.id === userId ? location.name : `${user.name} at ${location.name}`;
    return `${where} until ${formatMomentIn(location.time_zone, ends_at)}`;
  });
  const rest = covers.length - names.length;
  return `${countOf(covers.length, 'cover')}: ${names.join('; ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}
