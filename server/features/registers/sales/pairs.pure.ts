import {
  type ComparedFigures,
  type ComparedName,
  type Comparison,
  comparedNames,
  type LeftOutReason,
  leftOutReasons,
} from '../../../../contract/sales.ts';

/** A location that has figures, as far as it tells which of its days should have some. Dates. */
export interface Store {
  id: string;
  /** The first day with figures. */
  first: string;
  /** The first day that is compared. */
  settled: string;
  /** The last day that should have figures; null while there is none. */
  until: string | null;
}

// The state of a day of a location is a number: 110,000 of them are compared for a year of 300 locations.
const known = Object.fromEntries(comparedNames.map((name, index) => [name, 1 << index])) as Record<
  ComparedName,
  number
>;
const present = 64;
const closed = 128;
const reasonShift = 8;
const unexpected = leftOutReasons.length + 1;

/** All figures. */
export const allKnown = 63;

/**
 * What the database says of all locations on a date: for each business day the id of its location, and a character from '0'
 * on with the bits closed (1), volume (2), fuel (4), merchandise (8), tax (16), sales (32).
 */
export type Packed = string;
const idLength = 36;

/** The state for each set of bits, because a call for each day of a location is slow. */
const statesOfBits = Array.from({ length: 64 }, (_, bits) => {
  const has = (bit: number, flag: number) => (bits & bit ? flag : 0);
  const money = has(4, known.fuel) | has(8, known.merchandise);
  const figures = has(2, known.fuel_volume) | money | has(16, known.tax) | has(32, known.sales);
  return figures | (money ? known.revenue : 0) | has(1, closed) | present;
});

/** `special` are reasons of locations whatever they sold, by id; `placeOf` has the place of each store. */
export function statesOf(
  date: string,
  packed: Packed,
  stores: readonly Store[],
  placeOf: ReadonlyMap<string, number>,
  special: ReadonlyMap<string, LeftOutReason> | undefined,
): Uint16Array {
  const states = new Uint16Array(stores.length);
  let next = 0;
  for (let at = 0; at < packed.length; at += idLength + 1) {
    // The database reads an index in the order of the stores, as a rule. Looking each up would be slow.
    const isNext = next < stores.length && packed.startsWith((stores[next] as Store).id, at);
    const place = isNext ? next : placeOf.get(packed.slice(at, at + idLength));
    if (place === undefined) continue;
    const state = states[place] ?? 0;
    const flags = statesOfBits[packed.charCodeAt(at + idLength) - 48] ?? present;
    // Of two closes on a date both are closed.
    states[place] = state ? (state | flags) & ~(closed & ~(state & flags)) : flags;
    next = place + 1;
  }
  for (let place = 0; place < stores.length; place++) {
    const store = stores[place] as Store;
    const state = states[place] ?? 0;
    const reason = special?.get(store.id);
    states[place] = state | ((reason ? numberOf(reason) : reasonOf(date, state, store)) << reasonShift);
  }
  return states;
}

const numberOf = (reason: LeftOutReason) => leftOutReasons.indexOf(reason) + 1;
const reasonNamed = (number: number) => leftOutReasons[number - 1] as LeftOutReason;
const missing = numberOf('missing');
const notClosed = numberOf('not_closed');
const isNew = numberOf('new');

function reasonOf(date: string, state: number, { first, settled, until }: Store): number {
  // Nearly all are such days, and one comparison is enough for them.
  if (state && date >= settled) return state & closed ? 0 : notClosed;
  if (date < first) return unexpected;
  if (!state) return until !== null && date > until ? unexpected : missing;
  return isNew;
}

/** Those that it knows. */
export const figuresOf = (state: number) => state & allKnown;
export const hasFigures = (state: number) => (state & present) !== 0;
export const isClosed = (state: number) => (state & closed) !== 0;
export const isMissing = (state: number) => state >> reasonShift === missing;

/** Nothing keeps it from being a pair with a day of the same state. */
export const isPaired = (state: number) => state >> reasonShift === 0 && (state & closed) !== 0;

/** A day that is not over and those of its base: nothing but that keeps them from being a pair. */
export const isPairOfOpen = (now: number, bases: readonly number[]) =>
  hasFigures(now) &&
  [0, notClosed].includes(now >> reasonShift) &&
  bases.every((base) => base >> reasonShift === 0);

export interface NoPair {
  reason: LeftOutReason;
  side: 'now' | 'base';
  /** Which of the dates of the base; null for a day that it does not have, or of this side. */
  base: number | null;
}

/**
 * The figures that both sides know, or why there is no pair; null when nothing is expected on either side. `bases` are the
 * states on the dates of the other side, one or four; none where there is no such date.
 */
export function pairOf(now: number, bases: readonly number[]): { figures: number } | NoPair | null {
  const reason = now >> reasonShift;
  if (reason === unexpected) {
    const isAbsent = bases.every((base) => base >> reasonShift === unexpected);
    return isAbsent ? null : { reason: 'gone', side: 'now', base: null };
  }
  if (reason) return { reason: reasonNamed(reason), side: 'now', base: null };
  if (bases.length === 0) return { reason: 'no_day', side: 'base', base: null };
  let figures = figuresOf(now);
  for (const [index, base] of bases.entries()) {
    const reason = base >> reasonShift;
    // Before its first day a location is new.
    if (reason === unexpected) return { reason: 'new', side: 'base', base: index };
    if (reason) return { reason: reasonNamed(reason), side: 'base', base: index };
    const other = figuresOf(base);
    // Revenue of fuel alone says nothing beside that of both.
    const money = known.fuel | known.merchandise;
    if ((figures & money) !== (other & money)) figures &= ~known.revenue;
    figures &= other;
  }
  return { figures };
}

/** Sums of the pairs of a column or location. */
export interface Sums {
  pairs: number;
  /** The figures that some pair knows. */
  figures: number;
  now: number[];
  base: number[];
}

export function emptySums(): Sums {
  const zeros = () => comparedNames.map(() => 0);
  return { pairs: 0, figures: 0, now: zeros(), base: zeros() };
}

export function countPair(sums: Sums, figures: number): void {
  sums.pairs++;
  sums.figures |= figures;
}

/** Adds the figures of the mask, or takes them away. */
export function addFigures(sums: number[], row: Partial<ComparedFigures>, mask: number, sign: 1 | -1): void {
  for (const [index, name] of comparedNames.entries())
    if (mask & (1 << index)) sums[index] = (sums[index] ?? 0) + sign * (row[name] ?? 0);
}

/** A figure that no pair knows is null. The base is the average of so many dates. */
export function comparisonOf({ pairs, figures, now, base }: Sums, datesOfBase: number): Comparison {
  const meanOf = (sums: number[], dates: number) =>
    Object.fromEntries(
      comparedNames.map((name, index) => [
        name,
        figures & (1 << index) ? Math.round((sums[index] ?? 0) / dates) : null,
      ]),
    ) as ComparedFigures;
  return { pairs, now: meanOf(now, 1), base: meanOf(base, datesOfBase) };
}

export function sumOf(all: Iterable<Sums>): Sums {
  const total = emptySums();
  for (const one of all) {
    total.pairs += one.pairs;
    total.figures |= one.figures;
    for (const list of ['now', 'base'] as const)
      total[list] = total[list].map((value, index) => value + (one[list][index] ?? 0));
  }
  return total;
}

/** What is known of them; null when nothing is. */
export function addKnown(values: readonly (number | null | undefined)[]): number | null {
  const known = values.filter((value) => value !== null && value !== undefined);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}
