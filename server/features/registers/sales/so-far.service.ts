import { hourlyNames, type SalesToday } from '../../../../contract/sales.ts';
import type { Authorized } from '../../../kernel/access.ts';
import { reader } from '../../../kernel/context.ts';
import { listHours } from './compare.repository.ts';
import type { Question } from './pair-up.service.ts';
import { isPairOfOpen } from './pairs.pure.ts';
import { compareHours, hoursOver } from './so-far.pure.ts';

/** Up to this hour. Null where today is not in the range, nothing is compared, or no journals know both sides. */
export async function compareToday(
  ctx: Authorized,
  { filter, today, basesOfToday, stores, statesOn }: Question,
): Promise<SalesToday | null> {
  if (basesOfToday.length === 0) return null;
  const dates = [today, ...basesOfToday];
  const states = dates.map(statesOn);
  const paired = stores.filter((_, store) => {
    const [now = 0, ...bases] = states.map((ofDate) => ofDate[store] ?? 0);
    return isPairOfOpen(now, bases);
  });
  if (paired.length === 0) return null;
  const rows = await listHours(reader(ctx), filter, dates);
  const days = Map.groupBy(rows, ({ location_id }) => location_id);
  const found = paired.flatMap(({ id, time_zone }) => {
    const own = days.get(id) ?? [];
    const sides = dates.map((date) => own.filter(({ trading_date }) => trading_date === date));
    return compareHours(sides, hoursOver(ctx.app.now(), time_zone, today)) ?? [];
  });
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
