import { daysAheadMax, yearsBackMax } from '../read/limits.pure.ts';
import type { Bounds } from './tasks.repository.ts';

const dayMs = 86_400_000;

/** The business dates that are computed. */
export function boundsAt(now: Date): Bounds {
  const day = (moment: Date) => moment.toISOString().slice(0, 10);
  const first = new Date(now);
  first.setUTCFullYear(first.getUTCFullYear() - yearsBackMax);
  return { first: day(first), last: day(new Date(now.getTime() + daysAheadMax * dayMs)) };
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
