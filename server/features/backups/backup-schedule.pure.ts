const units = { m: 60_000, h: 3_600_000, d: 86_400_000 };
/** Less than a day: the proof of a backup each day ends a moment later than the backup was made. */
const proveAfterMs = 23 * units.h;
const proveAgainAfterMs = units.h;
const notifyAgainAfterMs = units.d;

/** '5m' → 300,000 */
export function intervalMs(every: string): number {
  return Number(every.slice(0, -1)) * units[every.slice(-1) as keyof typeof units];
}

type Known = { made_at: string } | null;

const isOlder = (row: Known, now: Date, ms: number) =>
  row === null || now.getTime() - Date.parse(row.made_at) >= ms;

/** A backup a day is proven; after one that failed, the next one an hour later. */
export function isProofDue(last: { proven: Known; failed: Known }, now: Date): boolean {
  return isOlder(last.proven, now, proveAfterMs) && isOlder(last.failed, now, proveAgainAfterMs);
}

/** One email a day, and one at once after a proof. */
export function isEmailDue(last: { proven: Known; notified: Known }, now: Date): boolean {
  const { proven, notified } = last;
  if (isOlder(notified, now, notifyAgainAfterMs)) return true;
  return proven !== null && notified !== null && notified.made_at < proven.made_at;
}
