import { type AuditAction, type AuditFilters, allAuditActions } from '../../../contract/audit.ts';
import type { SettingsSearch } from '../../lib/list/settings-search.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The filters as the server knows them. Invalid values in the address are ignored. */
export function filtersOf({ user, location, action, from, to }: SettingsSearch): AuditFilters {
  const known = allAuditActions.find((name) => name === action);
  const [start, end] = [startOfDay(from), startOfDay(to, 1)];
  return {
    ...(user && uuid.test(user) && { user }),
    ...(location && uuid.test(location) && { location }),
    ...(known && { action: known satisfies AuditAction }),
    ...(start && { from: start }),
    ...(end && { to: end }),
  };
}

/** When the day '2026-11-20' begins in the reader's time zone; `daysLater` for the end of a range. */
function startOfDay(day: string | undefined, daysLater = 0): string | null {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day ?? '') ?? [];
  const start = new Date(Number(year), Number(month) - 1, Number(date) + daysLater);
  const isDay = Number(year) >= 1000 && !Number.isNaN(start.getTime()) && start.getFullYear() <= 9999;
  return isDay ? start.toISOString() : null;
}
