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

/** Of calendar days. Those after are negative. */
export function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * dayMs).toISOString().slice(0, 10);
}

/** '2026-11-20 14:05:00' of a time in UTC, as files show it. */
export function timeInFiles(at: string): string {
  return at.replace('T', ' ').replace(/\.\d+Z$/, '');
}

/** 'Wed, Nov 25, 4:12 PM' of a moment, as a clock at the location shows it. */
export function momentInWords(at: string, timeZone: string): string {
  const time = { hour: 'numeric', minute: '2-digit', timeZone } as const;
  const date = { weekday: 'short', month: 'short', day: 'numeric' } as const;
  return new Date(at).toLocaleString('en-US', { ...date, ...time }).replaceAll('\u202f', ' ');
}
