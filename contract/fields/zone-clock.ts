const dayMs = 86_400_000;
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known) return known;
  const parts = { year: 'numeric', month: 'numeric', day: 'numeric' } as const;
  const time = { hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' } as const;
  const clock = new Intl.DateTimeFormat('en-US', { timeZone: zone, calendar: 'gregory', ...parts, ...time });
  clocks.set(zone, clock);
  return clock;
}

/** What a clock in the zone shows, as milliseconds of UTC. */
function shownAt(timeMs: number, zone: string): number {
  const parts = clockOf(zone).formatToParts(timeMs);
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value);
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
}

function offsetAt(timeMs: number, zone: string): number {
  return shownAt(timeMs, zone) - Math.floor(timeMs / 1000) * 1000;
}

/** The calendar day of a moment in a time zone: '2026-11-20'. */
export function dayAt(instant: Date, zone: string): string {
  return new Date(shownAt(instant.getTime(), zone)).toISOString().slice(0, 10);
}

/**
 * The moment at which a clock in the zone shows the time, such as '23:59' or '23:59:30'. One that the clock skips is the
 * first moment after the gap. Of one that it shows twice, a start is the first and an end the second.
 */
export function instantOf(day: string, time: string, zone: string, edge: 'start' | 'end' = 'start'): Date {
  const shown = Date.parse(`${day}T${time}Z`);
  const moments = momentsOf(shown, zone);
  if (moments.length > 0) return new Date(edge === 'start' ? Math.min(...moments) : Math.max(...moments));
  const near = shown - offsetAt(shown, zone);
  let [before, after] = [near - dayMs, near + dayMs];
  while (after - before > 1000) {
    const middle = Math.floor((before + after) / 2000) * 1000;
    if (shownAt(middle, zone) > shown) after = middle;
    else before = middle;
  }
  return new Date(after);
}

/** How often a clock in the zone shows the time on the day: 0, 1 or 2. */
export function timesShown(day: string, time: string, zone: string): number {
  return momentsOf(Date.parse(`${day}T${time}Z`), zone).length;
}

function momentsOf(shown: number, zone: string): number[] {
  const near = shown - offsetAt(shown, zone);
  const offsets = new Set([offsetAt(near - dayMs, zone), offsetAt(near + dayMs, zone)]);
  return [...offsets].map((offset) => shown - offset).filter((moment) => shownAt(moment, zone) === shown);
}
