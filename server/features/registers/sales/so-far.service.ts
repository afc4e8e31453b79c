import { hourlyNames, type SalesToday } from '../../../../contract/sales.ts';
import type { Authorized } from '../../../kernel/access.ts';
import { reader } from '../../../kernel/context.ts';
import { listHours } from './compare.repository.ts';
import { type Question, readQuestion } from './pair-up.service.ts';
import { isPairOfOpen } from './pairs.pure.ts';
import { compareHours, compareRevenue, hoursOver } from './so-far.pure.ts';

/** Up to this hour. Null where today is not in the range, nothing is compared, or no journals know both sides. */
export async function compareToday(ctx: Authorized, question: Question): Promise<SalesToday | null> {
  const found = (await readToday(ctx, question)).flatMap(
    ({ sides, over }) => compareHours(sides, over) ?? [],
  );
  if (found.length === 0) return null;
  const sumOf = (side: 'now' | 'base') =>
    Object.fromEntries(
      hourlyNames.map((name, index) => {
        const known = found.flatMap(({ figures }) => figures[index]?.[side] ?? []);
        return [name, known.length > 0 ? Math.round(known.reduce((sum, value) => sum + value, 0)) : null];
      }),
    ) as SalesToday['now'];
  const hours = found.map(({ until }) => until);
  return {
    until: { from: Math.min(...hours), to: Math.max(...hours) },
    locations: found.length,
    ...{ now: sumOf('now'), base: sumOf('base') },
  };
}

/** The revenue of these locations until an hour of today, and until the same hour a week before. */
export async function compareRevenueAt(ctx: Authorized, ids: readonly string[]) {
  const question = await readQuestion(ctx, { location: [...ids], period: 'today', against: 'week' });
  const read = question ? await readToday(ctx, question) : [];
  return new Map(
    read.flatMap(({ id, sides, over }) => {
      const compared = compareRevenue(sides, over);
      return compared ? [[id, compared] as const] : [];
    }),
  );
}

/** The days of the locations that have a pair. */
async function readToday(ctx: Authorized, { filter, today, basesOfToday, stores, statesOn }: Question) {
  if (basesOfToday.length === 0) return [];
  const dates = [today, ...basesOfToday];
  const states = dates.map(statesOn);
  const paired = stores.filter((_, store) => {
    const [now = 0, ...bases] = states.map((ofDate) => ofDate[store] ?? 0);
    return isPairOfOpen(now, bases);
  });
  if (paired.length === 0) return [];
  const rows = await listHours(reader(ctx), filter, dates);
  const days = Map.groupBy(rows, ({ location_id }) => location_id);
  return paired.map(({ id, time_zone }) => {
    const own = days.get(id) ?? [];
    const sides = dates.map((date) => own.filter(({ trading_date }) => trading_date === date));
    return { id, sides, over: hoursOver(ctx.app.now(), time_zone, today) };
  });
}
