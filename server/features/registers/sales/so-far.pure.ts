import { hourlyNames } from '../../../../contract/sales.ts';
import { localTime } from '../figures/days.pure.ts';
import { sumKnown } from '../figures/parts.pure.ts';
import type { DayByHours } from './compare.repository.ts';

/** In the order of `hourlyNames`; null where it is not compared. */
interface SoFar {
  /** The hour of the clock before which both sides are summed. */
  until: number;
  figures: ({ now: number; base: number } | null)[];
}

/** The hours of `date` that are over at the location. */
export function hoursOver(moment: Date, timeZone: string, date: string): number {
  const now = localTime(moment, timeZone);
  const local = now.slice(0, 10);
  return local === date ? Number(now.slice(11, 13)) : local < date ? 0 : 24;
}

type Known = Omit<DayByHours, 'hours'> & { hours: NonNullable<DayByHours['hours']> };
const isKnown = (day: DayByHours): day is Known => day.hours !== null;

/**
 * A location on one date and on each date of its base. Null where a journal is absent, or nothing of the base has come to
 * a quarter of its day. The last hour of each journal is left out: it may be late, or go on in the next business day.
 */
export function compareHours(sides: readonly (readonly DayByHours[])[], over: number): SoFar | null {
  const known = sides.map((days) => days.filter(isKnown));
  if (known.some((days, side) => days.length === 0 || days.length < (sides[side]?.length ?? 0))) return null;
  const ends = known.map((days) => Math.max(0, ...days.flatMap(({ hours }) => hours.map(([hour]) => hour))));
  const until = Math.min(over, ...ends);
  const figures = hourlyNames.map((name, index) => {
    const sums = known.map((days) =>
      sumKnown(
        days.flatMap(({ hours }) =>
          hours.map(([hour, ...figures]) => (hour < until ? (figures[index] ?? null) : 0)),
        ),
      ),
    );
    const [now = null, ...bases] = sums;
    const base = sumKnown(bases);
    const whole = sumKnown(known.slice(1).flatMap((days) => days.map((day) => day[name])));
    if (now === null || base === null || whole === null || base <= 0 || base * 4 < whole) return null;
    return { now, base: base / bases.length };
  });
  return figures.some((figure) => figure !== null) ? { until, figures } : null;
}
