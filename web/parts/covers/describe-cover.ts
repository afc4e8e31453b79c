import type { Cover } from '../../../contract/covers.ts';
import { formatMomentIn, timeZoneCity } from '../../lib/format/time-zone.ts';

/** 'until Sun, Nov 29, 11:59 PM, location time (Chicago)' */
export function describeCover({ state, starts_at, ends_at, location: { time_zone } }: Cover): string {
  const from = state === 'upcoming' ? `from ${formatMomentIn(time_zone, starts_at)} ` : '';
  return `${from}until ${formatMomentIn(time_zone, ends_at)}, location time (${timeZoneCity(time_zone)})`;
}
