import type { SalesRange } from '../../../../contract/sales-selection.ts';
import { type Authorized, scopeOf } from '../../../kernel/access.ts';
import type { LocationFilter } from '../../../kernel/at-locations.ts';
import { type Context, reader } from '../../../kernel/context.ts';
import { daysBefore } from '../../../platform/clock.ts';
import { invalid } from '../../../platform/http/errors.ts';
import { localTime } from '../figures/days.pure.ts';
import { countDays, type DateRange, rangeOfPeriod } from './periods.pure.ts';
import { findLastDate } from './sales.repository.ts';

export const defaultDays = 7;
/** A year and a month. What it is compared with is not counted. */
const rangeMaxDays = 400;

/** By the clock of the chain. */
export function todayOf({ app }: Pick<Context, 'app'>): string {
  return localTime(app.now(), app.config.time_zone).slice(0, 10);
}

export function locationsOf(ctx: Authorized, selection: SalesRange): LocationFilter {
  const { location, district, us_state, open } = selection;
  return { scope: scopeOf(ctx), location, district, us_state, open };
}

/**
 * The dates that a question is about; null when nothing in scope has figures, and it names no range. @throws ApiError for
 * a range beside a period, and one that is too long.
 */
export async function rangeOf(ctx: Authorized, selection: SalesRange): Promise<DateRange | null> {
  const { period, from, to } = selection;
  const today = todayOf(ctx);
  if (period && (from || to)) throw invalid({ path: 'period', message: 'Must not be given with from or to' });
  if (period) return rangeOfPeriod(period, today, ctx.app.config.week_starts_on);
  const db = reader(ctx);
  const last = to ?? (await findLastDate(db, locationsOf(ctx, selection), today));
  if (last === null) return null;
  const first = from ?? daysBefore(last, defaultDays - 1);
  const range = { from: first, to: to ?? (first > last ? first : last) };
  if (countDays(range) <= rangeMaxDays) return range;
  throw invalid({ path: 'from', message: `A period has at most ${rangeMaxDays} days` });
}
