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
