/** Between several machines. A time further in the future comes from a wrong clock. */
export const clockToleranceMs = 300_000;

/** Milliseconds since 1970. */
export function isAhead(timeMs: number, nowMs: number): boolean {
  return timeMs - nowMs > clockToleranceMs;
}

/** A time in the far future counts as long ago. */
export function isWithin(windowMs: number, timeMs: number, nowMs: number): boolean {
  return nowMs - timeMs <= windowMs && !isAhead(timeMs, nowMs);
}

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

/** Of calendar days. Those after are negative. */
export function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * dayMs).toISOString().slice(0, 10);
}

/** '2026-11-20 14:05:00' of a time in UTC, as files show it. */
export function timeInFiles(at: string): string {
  return at.replace('T', ' ').replace(/\.\d+Z$/, '');
}

/**
 * The moment at which a clock in the zone shows the time, such as '23:59' or '23:59:30'. One that the clock skips is the
 * first moment after the gap. Of one that it shows twice, a start is the first and an end the second.
 */
export function instantOf(day: string, time: string, zone: string, edge: 'start' | 'end' = 'start'): Date {
  const shown = Date.parse(`${day}T${time}Z`);
  const near = shown - offsetAt(shown, zone);
  const offsets = [offsetAt(near - dayMs, zone), offsetAt(near + dayMs, zone)];
  const moments = offsets.map((offset) => shown - offset).filter((moment) => shownAt(moment, zone) === shown);
  if (moments.length > 0) return new Date(edge === 'start' ? Math.min(...moments) : Math.max(...moments));
  let [before, after] = [near - dayMs, near + dayMs];
  while (after - before > 1000) {
    const middle = Math.floor((before + after) / 2000) * 1000;
    if (shownAt(middle, zone) > shown) after = middle;
    else before = middle;
  }
  return new Date(after);
}

/** 'Wed, Nov 25, 4:12 PM' of a moment, as a clock at the location shows it. */
export function momentInWords(at: string, timeZone: string): string {
  const time = { hour: 'numeric', minute: '2-digit', timeZone } as const;
  const date = { weekday: 'short', month: 'short', day: 'numeric' } as const;
  return new Date(at).toLocaleString('en-US', { ...date, ...time }).replaceAll('\u202f', ' ');
}
