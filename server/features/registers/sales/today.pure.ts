import { localTime, msOf } from '../figures/local-time.pure.ts';
import type { RecentDay } from './sales.repository.ts';

const lastSaleMs = 6 * 3_600_000;

type Day = Omit<RecentDay, 'location_id'>;

/**
 * The days that a location means by today: all that trade today, closed and open. A location that closes its day at
 * 21:00 and sells on has two. If none trades today, its open day, if it sold lately.
 */
export function daysOfToday(days: readonly Day[], moment: Date, timeZone: string): Day[] {
  const now = localTime(moment, timeZone);
  const usable = days.filter((day) => !day.is_future);
  const ofToday = usable.filter((day) => day.trading_date === now.slice(0, 10));
  if (ofToday.length > 0) return ofToday;
  const [newest] = usable.toSorted((a, b) => (a.business_date < b.business_date ? 1 : -1));
  if (!newest || newest.is_closed || newest.ended === null) return [];
  return msOf(now) - msOf(newest.ended) < lastSaleMs ? [newest] : [];
}

/** What is dated ahead is not of today. Null when no day knows its revenue. */
export function revenueOf(days: readonly Day[]): number | null {
  const known = days.flatMap(({ revenue, ahead }) => (revenue === null ? [] : revenue - ahead));
  return known.length === 0 ? null : known.reduce((sum, cents) => sum + cents, 0);
}
