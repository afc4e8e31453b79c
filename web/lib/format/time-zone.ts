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

/** A browser older than the zone shows its own time. */
function inZone(locale: string, timeZone: string, parts: Intl.DateTimeFormatOptions, time: Date): string {
  try {
    return new Intl.DateTimeFormat(locale, { ...parts, timeZone }).format(time).replaceAll('\u202f', ' ');
  } catch {
    return new Intl.DateTimeFormat(locale, parts).format(time);
  }
}
