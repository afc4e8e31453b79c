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

/** The days of a location on one date and on each date of its base. */
export type Sides = readonly (readonly DayByHours[])[];

/**
 * Null where a journal is absent, or nothing of the base has come to a quarter of its day. The last hour of each journal
 * is left out: it may be late, or go on in the next business day.
 */
export function compareHours(sides: Sides, over: number): SoFar | null {
  const read = readSides(sides, over);
  if (!read) return null;
  const figures = hourlyNames.map((name) => comparedIn(read, [name]));
  return figures.some((figure) => figure !== null) ? { until: read.until, figures } : null;
}

/** Null also where one side alone knows fuel, or merchandise: what neither knows is in no revenue. */
export function compareRevenue(sides: Sides, over: number) {
  const read = readSides(sides, over);
  if (!read) return null;
  const sidesWith = (name: HourlyName) => read.known.filter((days) => days.some((day) => day[name] !== null));
  const names = (['fuel', 'merchandise'] as const).filter((name) => sidesWith(name).length > 0);
  const isSame = names.every((name) => sidesWith(name).length === sides.length);
  const figure = isSame ? comparedIn(read, names) : null;
  return figure && { until: read.until, ...figure };
}

type HourlyName = (typeof hourlyNames)[number];

function readSides(sides: Sides, over: number) {
  const known = sides.map((days) => days.filter(isKnown));
  if (known.some((days, side) => days.length === 0 || days.length < (sides[side]?.length ?? 0))) return null;
  const ends = known.map((days) => Math.max(0, ...days.flatMap(({ hours }) => hours.map(([hour]) => hour))));
  return { known, until: Math.min(over, ...ends) };
}

/** Sums of the figures of these names. */
function comparedIn(
  { known, until }: NonNullable<ReturnType<typeof readSides>>,
  names: readonly HourlyName[],
) {
  const sums = known.map((days) =>
    sumKnown(
      names.flatMap((name) =>
        days.flatMap(({ hours }) =>
          hours.map(([hour, ...figures]) =>
            hour < until ? (figures[hourlyNames.indexOf(name)] ?? null) : 0,
          ),
        ),
      ),
    ),
  );
  const [now = null, ...bases] = sums;
  const base = sumKnown(bases);
  const whole = sumKnown(
    known.slice(1).flatMap((days) => days.flatMap((day) => names.map((name) => day[name]))),
  );
  if (now === null || base === null || whole === null || base <= 0 || base * 4 < whole) return null;
  return { now, base: base / bases.length };
}
