import { instantOf, timesShown } from '../../../contract/fields/zone-clock.ts';

/** 'Indianapolis' for 'America/Indianapolis': a city says more than a region. */
export function timeZoneCity(zone: string): string {
  return zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ');
}

/** '04:05 PM' in another time zone. */
export function formatClockIn(zone: string, at = new Date()) {
  const clock = { timeZone: zone, hour: '2-digit', minute: '2-digit' } as const;
  try {
    return new Intl.DateTimeFormat('en-US', clock).format(at);
  } catch {
    // A browser older than the zone.
    return 'not known here';
  }
}

/** 'Sun, Nov 29, 11:59 PM' at the location, as a clock there shows the moment. */
export function formatMomentIn(zone: string, time: string): string {
  const parts = {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  } as const;
  return inZone('en-US', zone, parts, new Date(time));
}

/** '2026-11-29T23:59', for a field: what a clock in the zone shows at the moment. */
export function localTimeIn(zone: string, time: Date): string {
  const parts = { dateStyle: 'short', timeStyle: 'short' } as const;
  return inZone('sv-SE', zone, parts, time).replace(' ', 'T');
}

/**
 * What happens to a time of a field, '2026-03-08T02:30', that a clock in the zone skips or shows twice; null for others.
 * The server decides by the same function.
 */
export function describeClockChange(zone: string, local: string, edge: 'start' | 'end'): string | null {
  const [day = '', time = ''] = local.split('T');
  const times = time === '' ? 1 : timesShown(day, time, zone);
  if (times === 1) return null;
  const written = new Date(`${local}Z`);
  const clock = written.toLocaleTimeString('en-US', { timeStyle: 'short', timeZone: 'UTC' });
  const place = timeZoneCity(zone);
  if (times > 1)
    return `${clock} comes twice that day in ${place}: the ${edge === 'end' ? 'later' : 'earlier'} one is taken.`.replaceAll(
      '\u202f',
      ' ',
    );
  const date = written.toLocaleDateString('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' });
  const taken = instantOf(day, time, zone).toLocaleTimeString('en-US', {
    timeStyle: 'short',
    timeZone: zone,
  });
  return `${clock} does not exist on ${date} in ${place}: ${taken} is taken.`.replaceAll('\u202f', ' ');
}

/** A browser older than the zone shows its own time. */
function inZone(locale: string, timeZone: string, parts: Intl.DateTimeFormatOptions, time: Date): string {
  try {
    return new Intl.DateTimeFormat(locale, { ...parts, timeZone }).format(time).replaceAll('\u202f', ' ');
  } catch {
    return new Intl.DateTimeFormat(locale, parts).format(time);
  }
}
