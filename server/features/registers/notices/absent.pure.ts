import { daysBefore } from '../../../platform/clock.ts';
import { localTime } from '../figures/days.pure.ts';

/** From which something came. */
export interface ReportingLocation {
  id: string;
  name: string;
  time_zone: string;
  last_at: string;
  /** Its first trading date with figures; null before any. */
  first_date: string | null;
}

export interface ReportedDay {
  location_id: string;
  trading_date: string;
  began: string | null;
  ended: string | null;
  is_closed: boolean;
}

interface MissingDay {
  location: ReportingLocation;
  date: string;
  /** It has figures, but no report that closes it. */
  isOpen: boolean;
}

/** Stores close their day in the night or the next morning. */
const missingFrom = '10:00';
/** Older ones were told, or are of a time before anybody looked. */
export const missingDays = 7;

/** Who sent nothing for so long is not asked whether a day is over. */
const sentMs = 2 * 86_400_000;

/**
 * The days that a location owes: it, or half of the others, is further. A date is there when a closed day is of it, or went
 * on at its noon.
 */
export function findMissingDays(
  locations: readonly ReportingLocation[],
  days: readonly ReportedDay[],
  now: Date,
): MissingDay[] {
  const byLocation = Map.groupBy(days, (day) => day.location_id);
  const closed = new Map<string, number>();
  for (const location of locations) {
    const own = (byLocation.get(location.id) ?? []).filter((day) => day.is_closed);
    for (const date of new Set(own.map((day) => day.trading_date)))
      closed.set(date, (closed.get(date) ?? 0) + 1);
  }
  const lately = new Date(now.getTime() - sentMs).toISOString();
  const others = locations.filter(({ last_at }) => last_at > lately).length - 1;
  return locations.flatMap((location) => {
    const own = byLocation.get(location.id) ?? [];
    const local = localTime(now, location.time_zone);
    const last = daysBefore(local.slice(0, 10), local.slice(11) >= missingFrom ? 1 : 2);
    const dates = Array.from({ length: missingDays }, (_, back) => daysBefore(last, back));
    return dates
      .filter((date) => location.first_date !== null && date > location.first_date)
      .filter((date) => !isReported(own, date))
      .filter(
        (date) =>
          own.some((day) => day.trading_date > date) || (closed.get(date) ?? 0) * 2 >= Math.max(others, 1),
      )
      .map((date) => ({ location, date, isOpen: own.some((day) => day.trading_date === date) }));
  });
}

export function isReported(days: readonly ReportedDay[], date: string): boolean {
  return days.some((day) => day.is_closed && covers(day, date));
}

function covers({ trading_date, began, ended }: ReportedDay, date: string): boolean {
  const noon = `${date}T12:00:00`;
  return trading_date === date || (began !== null && ended !== null && began <= noon && ended >= noon);
}
