import { formatCalendarDay, formatClock } from '../../../lib/format/format-date.ts';

const dayMs = 86_400_000;
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** '2026-11-13' for '2026-11-20' and -7. Calendar days have no zone. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / dayMs;
}

/** 'Sat, Mar 14, 2026' */
export function weekdayName(day: string): string {
  return `${weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()]}, ${formatCalendarDay(day)}`;
}

/** 'Sat, Mar 14, 2026', or 'Mar 14, 2026 – Mar 20, 2026'. */
export function nameOfDays(from: string, to: string): string {
  return from === to ? weekdayName(from) : `${formatCalendarDay(from)} – ${formatCalendarDay(to)}`;
}

/** 'Mar 14' */
export function shortDay(day: string): string {
  return formatCalendarDay(day).replace(/, \d+$/, '');
}

/** 'Nov 20', 'Nov 20–25', 'Nov 28 – Dec 4', with the years where they are two. */
export function nameOfRange(from: string, to: string): string {
  if (from === to) return shortDay(from);
  if (from.slice(0, 4) !== to.slice(0, 4)) return `${formatCalendarDay(from)} – ${formatCalendarDay(to)}`;
  const isOneMonth = from.slice(0, 7) === to.slice(0, 7);
  return isOneMonth ? `${shortDay(from)}–${Number(to.slice(8))}` : `${shortDay(from)} – ${shortDay(to)}`;
}

/** With its year, where that is another one. */
export function dayOfYear(day: string, year: string): string {
  return day.startsWith(year) ? shortDay(day) : formatCalendarDay(day);
}

/** 'Mar 13 11:35 PM – Mar 14 11:35 PM', the local times of the location. */
export function spanOf({ began, ended }: { began: string | null; ended: string | null }): string | null {
  const moment = (time: string) => `${shortDay(time.slice(0, 10))} ${formatClock(time)}`;
  if (!began) return null;
  return ended ? `${moment(began)} – ${moment(ended)}` : `since ${moment(began)}`;
}
