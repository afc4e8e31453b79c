import { localTime, msOf } from '../figures/local-time.pure.ts';
import type { RecentDay } from './sales.repository.ts';

const lastSaleMs = 6 * 3_600_000;

/**
 * The day that a location means by today: its open day, if it sold lately or trades today; otherwise its newest closed
 * day, if that trades today. `days` has the newest business date first.
 */
export function dayOfToday<Day extends Omit<RecentDay, 'location_id' | 'revenue'>>(
  days: readonly Day[],
  moment: Date,
  timeZone: string,
): Day | null {
  const now = localTime(moment, timeZone);
  const today = now.slice(0, 10);
  const usable = days.filter((day) => !day.is_future);
  const [newest] = usable;
  if (newest && !newest.is_closed) {
    const age = newest.ended === null ? Number.POSITIVE_INFINITY : msOf(now) - msOf(newest.ended);
    if (age < lastSaleMs || newest.trading_date === today) return newest;
  }
  const closed = usable.find((day) => day.is_closed);
  return closed && closed.trading_date === today ? closed : null;
}
