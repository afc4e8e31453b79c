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
