import { daysBefore } from '../../../platform/clock.ts';
import { daysAheadMax, yearsBackMax } from '../read/limits.pure.ts';
import type { Bounds } from './tasks.repository.ts';

const clockToleranceMs = 26 * 3_600_000;
const activeDays = 90;

/** Local times are compared and subtracted as they are read: they have no zone. */
export function msOf(local: string): number {
  return Date.parse(`${local}Z`);
}

/** Orders local times, and other texts byte by byte. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export function isInFuture(local: string | null, receivedAt: string): boolean {
  return local !== null && msOf(local) > Date.parse(receivedAt) + clockToleranceMs;
}

/** The local date and time of a moment in a time zone: YYYY-MM-DDTHH:MM:SS. */
export function localTime(moment: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(moment);
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return `${of('year')}-${of('month')}-${of('day')}T${of('hour')}:${of('minute')}:${of('second')}`;
}

/** A product without a price book is active when it was sold since this day. */
export function activeSince(now: Date): string {
  return daysBefore(now.toISOString().slice(0, 10), activeDays);
}

/** The business dates that are computed. */
export function boundsAt(now: Date): Bounds {
  const first = new Date(now);
  first.setUTCFullYear(first.getUTCFullYear() - yearsBackMax);
  const last = daysBefore(now.toISOString().slice(0, 10), -daysAheadMax);
  return { first: first.toISOString().slice(0, 10), last };
}

/** Why a business date of a location is not counted yet, as a sentence; null for one that counts. */
export function whyDayWaits(
  business_date: string,
  { name, closed_on }: { name: string; closed_on: string | null },
  { first, last }: Bounds,
): string | null {
  if (business_date > last)
    return `Its business date ${business_date} is more than ${daysAheadMax} days ahead`;
  if (business_date < first)
    return `Its business date ${business_date} is more than ${yearsBackMax} years ago`;
  if (closed_on === null || business_date <= closed_on) return null;
  return `${name} was closed on ${closed_on}, before its business date ${business_date}`;
}

/** 'Wed, Nov 25' */
export function dayInWords(date: string): string {
  const parts = { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' } as const;
  return new Date(`${date}T00:00:00Z`).toLocaleDateString('en-US', parts);
}
