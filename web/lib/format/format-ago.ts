import { formatDay } from './format-date.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

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
