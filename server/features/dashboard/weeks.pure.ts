import { weeksShown } from '../../../contract/dashboard.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;

export interface WeekSpan {
  starts_on: string;
  from: string;
  to: string;
}

/**
 * Monday to Sunday by a clock that is `utcOffset` minutes ahead of UTC, the current week last. Weeks before a change of
 * the clocks begin an hour early or late.
 */
export function lastWeeks(now: Date, utcOffset: number): WeekSpan[] {
  const local = new Date(now.getTime() + utcOffset * minuteMs);
  const daysSinceMonday = (local.getUTCDay() + 6) % 7;
  const monday = Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate() - daysSinceMonday);
  return Array.from({ length: weeksShown }, (_, index) => {
    const start = monday - (weeksShown - 1 - index) * 7 * dayMs;
    const at = (local: number) => new Date(local - utcOffset * minuteMs).toISOString();
    return {
      starts_on: new Date(start).toISOString().slice(0, 10),
      from: at(start),
      to: at(start + 7 * dayMs),
    };
  });
}
