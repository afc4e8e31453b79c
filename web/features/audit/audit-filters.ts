import { type AuditQuery, allAuditActions } from '../../../contract/audit.ts';
import { dayBefore, formatCalendarDay } from '../../lib/format/format-date.ts';
import { areIds, isId, oneOf, type usePageUrl } from '../../lib/url/page-url.ts';

const isDay = (value: string) => startOfDay(value) !== null;

export const auditChecks = {
  user: isId,
  location: isId,
  district: areIds,
  token: isId,
  action: oneOf(allAuditActions),
  only: oneOf(['changes']),
  from: isDay,
  to: isDay,
} as const;

type AuditUrl = ReturnType<typeof usePageUrl<'/guarded/audit', typeof auditChecks>>;
export type AuditSearch = AuditUrl['search'];
export type AuditSearchChanges = Parameters<AuditUrl['change']>[0];

export function filtersOf({ from, to, ...same }: AuditSearch): AuditQuery {
  const [start, end] = [startOfDay(from), startOfDay(to, 1)];
  return { ...same, ...(start && { from: start }), ...(end && { to: end }) };
}

export const periods = [
  { label: 'Today', days: 1 },
  { label: '7 days', days: 7 },
  { label: '30 days', days: 30 },
] as const;

export function searchOf(period: (typeof periods)[number]) {
  return { from: dayBefore(period.days - 1), to: undefined };
}

export function periodOf({ from, to }: AuditSearch) {
  return periods.find((period) => !to && from === searchOf(period).from) ?? null;
}

/** 'Nov 19, 2026 – Nov 20, 2026', or one end of it; null without a day in the URL. */
export function describeDays({ from, to }: AuditSearch): string | null {
  const [first, last] = [from, to].map((day) => day && startOfDay(day) && formatCalendarDay(day));
  if (first && last) return first === last ? first : `${first} – ${last}`;
  if (first) return `Since ${first}`;
  return last ? `Until ${last}` : null;
}

/** The start of the day '2026-11-20' in the reader's time zone; `daysLater` for the end of a range. */
function startOfDay(day: string | undefined, daysLater = 0): string | null {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day ?? '') ?? [];
  const start = new Date(Number(year), Number(month) - 1, Number(date) + daysLater);
  const isDay = Number(year) >= 1000 && !Number.isNaN(start.getTime()) && start.getFullYear() <= 9999;
  return isDay ? start.toISOString() : null;
}
