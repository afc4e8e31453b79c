/**
 * Tolerated difference between the clocks of several machines. A time further in the future comes from a wrong clock.
 */
export const clockToleranceMs = 300_000;

/** Whether a time was written by a clock that was ahead. Times are milliseconds since 1970. */
export function isAhead(timeMs: number, nowMs: number): boolean {
  return timeMs - nowMs > clockToleranceMs;
}

/** Whether something happened at most `windowMs` ago. A time in the far future counts as long ago. */
export function isWithin(windowMs: number, timeMs: number, nowMs: number): boolean {
  return nowMs - timeMs <= windowMs && !isAhead(timeMs, nowMs);
}
