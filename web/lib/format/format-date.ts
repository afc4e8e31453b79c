const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * 'Nov 20, 2026, 04:05 PM' (docs/specification.md, section 2), in the reader's time zone. Creating an
 * Intl.DateTimeFormat delays the first rows by a tenth of a second on a slow computer.
 */
export function formatDate(time: string) {
  return `${formatDay(time)}, ${formatClock(time)}`;
}

/** The same in two lines, day and time, where `white-space` keeps the line break. */
export function formatDateInLines(time: string) {
  return `${formatDay(time)}\n${formatClock(time)}`;
}

/** '04:05 PM', in the reader's own time zone. */
export function formatClock(time: string) {
  const date = new Date(time);
  const hours = date.getHours();
  return `${twoDigits(hours % 12 || 12)}:${twoDigits(date.getMinutes())} ${hours < 12 ? 'AM' : 'PM'}`;
}

/** 'Nov 20, 2026', in the reader's own time zone. */
export function formatDay(time: string) {
  const date = new Date(time);
  return `${months[date.getMonth()]} ${date.getDate()}, ${date.getFullYear()}`;
}

/** The calendar day of a moment in the reader's own time zone: '2026-11-20'. */
export function toDay(date: Date) {
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}

/** 'Nov 20, 2026' for the calendar day '2026-11-20', which is the same in every time zone. */
export function formatCalendarDay(day: string) {
  return formatDay(`${day}T00:00:00`);
}

function twoDigits(value: number) {
  return String(value).padStart(2, '0');
}

/** The calendar day some days before today in the reader's time zone: '2026-11-20'. */
export function dayBefore(days: number) {
  const today = new Date();
  return toDay(new Date(today.getFullYear(), today.getMonth(), today.getDate() - days));
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** 'Last used 3 h ago', 'Never used' */
export function formatLastUse(time: string | null): string {
  return time ? `Last used ${formatAgo(time)}` : 'Never used';
}

/** 'just now', '5 min ago', '3 h ago', '12 days ago'; the day when older than a month. */
export function formatAgo(time: string, now = Date.now()): string {
  const age = now - Date.parse(time);
  if (age < minute) return 'just now';
  if (age < hour) return `${Math.floor(age / minute)} min ago`;
  if (age < day) return `${Math.floor(age / hour)} h ago`;
  const days = Math.floor(age / day);
  if (days === 1) return '1 day ago';
  return days <= 30 ? `${days} days ago` : formatDay(time);
}

/** '2 PM' */
export function hourName(hour: number): string {
  return hour === 12 ? 'noon' : `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** Of a heading over a day: Today, Yesterday, or the date. */
export function dayTitle(day: string): string {
  if (day === toDay(new Date())) return 'Today';
  return day === dayBefore(1) ? 'Yesterday' : formatCalendarDay(day);
}
