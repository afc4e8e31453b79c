import { formatCalendarDay, toDay } from '../../../lib/format/format-date.ts';

/** 'Nov 9' for the calendar day '2026-11-09'. */
export function dayName(day: string): string {
  return formatCalendarDay(day).replace(/,.*/, '');
}

/** 'Nov 9–15', 'Nov 30–Dec 6': the week that begins on the day. */
export function weekName(starts_on: string): string {
  const last = new Date(`${starts_on}T00:00:00`);
  last.setDate(last.getDate() + 6);
  const [first, end] = [dayName(starts_on), dayName(toDay(last))];
  const [month, date] = end.split(' ');
  return first.startsWith(`${month} `) ? `${first}–${date}` : `${first}–${end}`;
}
