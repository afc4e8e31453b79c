const dayMs = 86_400_000;
const opensAtMs = 12 * 3_600_000;
const openForMs = 11 * 3_600_000;

/** Fixed, so that the same seed makes the same rows on any day. */
const end = Date.UTC(2026, 9, 31);

/** Office hours (Eastern time) of the last `days` days before `end - skipDays`, cut into `count` moments. */
export interface Span {
  days: number;
  skipDays: number;
  count: number;
}

/** Times increase and are all different. */
export function momentOf(index: number, jitter: number, { days, skipDays, count }: Span): Date {
  const passed = ((index + jitter) / count) * days;
  const day = Math.floor(passed);
  const start = end - (skipDays + days - day) * dayMs + opensAtMs;
  return new Date(start + Math.floor((passed - day) * openForMs));
}
