import { type ComparedFigures, comparedNames, type SalesComparison } from '../../../../contract/sales.ts';
import type { SalesRange } from '../../../../contract/sales-selection.ts';
import type { Authorized } from '../../../kernel/access.ts';
import type { LocationFilter } from '../../../kernel/at-locations.ts';
import { reader } from '../../../kernel/context.ts';
import { readTogether, yieldToRequests } from '../../../platform/background/background.ts';
import { inParts } from '../../../platform/database/query.ts';
import { invalid } from '../../../platform/http/errors.ts';
import * as repository from './compare.repository.ts';
import * as pairs from './pairs.pure.ts';
import { baseDatesOf, countDays, type DateRange, datesOf, defaultComparison } from './periods.pure.ts';
import { locationsOf, rangeOf, todayOf } from './selection.service.ts';

/** A date, and those that it is compared with; null for one that is not compared, such as today. */
interface ComparedDay {
  date: string;
  bases: string[] | null;
}

/** What a comparison is about. */
export interface Question {
  filter: LocationFilter;
  range: DateRange;
  today: string;
  against: SalesComparison | 'none';
  days: ComparedDay[];
  /** Of today, where it is in the range and anything is compared. It is in no pair. */
  basesOfToday: string[];
  /** First and last date of the other side. */
  base: DateRange | null;
  /** In the order of their ids. */
  stores: repository.ChosenStore[];
  placeOf: ReadonlyMap<string, number>;
  /** By date of either side; with sums if they were asked for. */
  sums: ReadonlyMap<string, repository.DateSums>;
  /** Of each store on a date of either side. */
  statesOn(date: string): Uint16Array;
}

const averagedMaxDays = 7;

/**
 * Null when nothing in scope has figures, and no range is given. With `isSummed` it has the sums of dates.
 * @throws ApiError 400
 */
export async function readQuestion(
  ctx: Authorized,
  query: SalesRange & { against?: Question['against'] | undefined },
  isSummed = false,
): Promise<Question | null> {
  const range = await rangeOf(ctx, query);
  if (!range) return null;
  const filter = locationsOf(ctx, query);
  const today = todayOf(ctx);
  const against = query.against ?? defaultComparison(range, today);
  const count = countDays(range);
  if (against === 'average' && count > averagedMaxDays)
    throw invalid({ path: 'against', message: `Averages are of at most ${averagedMaxDays} days` });
  const days = datesOf(range).map((date) => {
    const isCompared = against !== 'none' && date < today;
    return { date, bases: isCompared ? baseDatesOf(date, against, count) : null };
  });
  const isOfToday = against !== 'none' && range.from <= today && today <= range.to;
  const basesOfToday = isOfToday ? baseDatesOf(today, against, count) : [];
  const bases = days.flatMap((day) => day.bases ?? []).sort();
  const [from, to] = [bases[0], bases.at(-1)];
  const base = from && to ? { from, to } : null;
  const read = [...bases, ...basesOfToday].sort();
  const [first, last] = [read[0], read.at(-1)];
  const db = reader(ctx);
  const [stores, present, before, marked] = await readTogether(ctx, [
    () => repository.listStores(db, filter, today),
    () => repository.listPresent(db, filter, range, isSummed ? repository.shownNames : []),
    async () => {
      if (!first || !last) return [];
      return repository.listPresent(db, filter, { from: first, to: last }, isSummed ? comparedNames : []);
    },
    () => repository.listSpecialDays(db, filter, { from: first ?? range.from, to: range.to }),
  ]);
  const placeOf = new Map(stores.map(({ id }, place) => [id, place]));
  const sums = new Map([...before, ...present].map((row) => [row.trading_date, row]));
  const special = Map.groupBy(marked, ({ trading_date }) => trading_date);
  const states = new Map<string, Uint16Array>();
  const statesOn = (date: string) => {
    const found = states.get(date);
    if (found) return found;
    const reasons = special.get(date)?.map(({ location_id, reason }) => [location_id, reason] as const);
    const packed = sums.get(date)?.packed ?? '';
    const ofDate = pairs.statesOf(date, packed, stores, placeOf, reasons && new Map(reasons));
    states.set(date, ofDate);
    return ofDate;
  };
  return { filter, range, today, against, days, basesOfToday, base, stores, placeOf, sums, statesOn };
}

/** What is counted of a column, or of a location. */
export interface Tally extends pairs.Sums {
  days: number;
  closed: number;
  not_closed: number;
  missing: number | null;
  /** The stores that have figures, by their place in the question. */
  stores: Set<number>;
}

/** A day of a location that has no pair, or a figure that only one side knows. */
interface Excepted extends repository.LocationDate {
  side: 'now' | 'base';
  bucket: number;
  mask: number;
}

interface LeftOut extends pairs.NoPair {
  date: string;
  store: number;
  /** Of the reason. */
  reason_date: string | null;
}

/** Where the day of a store is counted: in the column of its date, or in that of its location. */
interface Buckets {
  of: 'trading_date' | 'location_id';
  count: number;
  bucketOf(day: number, store: number): number;
}

/** `columns` has the place of the column of each day. */
export function byColumn(columns: readonly number[]): Buckets {
  const count = Math.max(...columns, -1) + 1;
  return { of: 'trading_date', count, bucketOf: (day) => columns[day] ?? 0 };
}

export function byStore({ stores }: Question): Buckets {
  return { of: 'location_id', count: stores.length, bucketOf: (_, store) => store };
}

export interface PairedUp {
  /** By column or store. */
  tallies: Tally[];
  leftOut: LeftOut[];
  pairedStores: Set<number>;
}

/**
 * Counts, and sums of the pairs. They are those of all locations on the dates that have a pair, less the days of locations that have none:
 * these are few.
 */
export async function pairUp(ctx: Authorized, question: Question, buckets: Buckets): Promise<PairedUp> {
  const { paired, excepted, ...into } = await countPairs(ctx, question, buckets);
  await addSums(ctx, question, buckets, paired, into.tallies);
  await subtract(ctx, excepted, into.tallies);
  return into;
}

/** Without sums. `paired` are the days that have a pair. */
export async function countPairs(ctx: Authorized, question: Question, buckets: Buckets) {
  const { days, stores, today, statesOn } = question;
  const tallies = Array.from({ length: buckets.count }, emptyTally);
  const into: PairedUp = { tallies, leftOut: [], pairedStores: new Set() };
  const paired: number[] = [];
  const excepted: Excepted[] = [];
  for (const [day, { date, bases }] of days.entries()) {
    // The states of a month are many enough.
    if (day % 31 === 30) await yieldToRequests(ctx);
    const now = statesOn(date);
    const isOver = date < today;
    for (let store = 0; store < stores.length; store++) {
      const tally = tallies[buckets.bucketOf(day, store)];
      if (tally) countState(tally, now[store] ?? 0, store, isOver);
    }
    const ofDay = bases && pairDay(question, day, { date, bases }, buckets, into);
    if (!ofDay?.hasPair) continue;
    paired.push(day);
    excepted.push(...ofDay.excepted);
  }
  return { ...into, paired, excepted };
}

function pairDay(
  { stores, statesOn }: Question,
  day: number,
  { date, bases }: { date: string; bases: readonly string[] },
  { bucketOf }: Buckets,
  { tallies, leftOut, pairedStores }: PairedUp,
) {
  const now = statesOn(date);
  const sides = bases.map(statesOn);
  const excepted: Excepted[] = [];
  let hasPair = false;
  for (let store = 0; store < stores.length; store++) {
    const bucket = bucketOf(day, store);
    const tally = tallies[bucket];
    const state = now[store] ?? 0;
    let isSame = sides.length > 0 && pairs.isPaired(state);
    for (const states of sides) isSame &&= states[store] === state;
    if (isSame && tally) {
      hasPair = true;
      pairedStores.add(store);
      pairs.countPair(tally, pairs.figuresOf(state));
      continue;
    }
    const others = sides.map((states) => states[store] ?? 0);
    const pair = pairs.pairOf(state, others);
    const figures = pair && 'figures' in pair ? pair.figures : 0;
    const location_id = stores[store]?.id ?? '';
    if (pair && tally && 'figures' in pair) {
      hasPair = true;
      pairedStores.add(store);
      pairs.countPair(tally, figures);
    } else if (pair && 'reason' in pair) {
      leftOut.push({ ...pair, date, store, reason_date: reasonDateOf(pair, date, bases) });
    }
    const except = (side: 'now' | 'base', trading_date: string, state: number) => {
      const mask = pairs.figuresOf(state) & ~figures;
      if (mask) excepted.push({ trading_date, location_id, side, bucket, mask });
    };
    except('now', date, state);
    for (const [index, base] of bases.entries()) except('base', base, others[index] ?? 0);
  }
  return { hasPair, excepted };
}

function reasonDateOf({ side, base }: pairs.NoPair, date: string, bases: readonly string[]): string | null {
  return side === 'now' ? date : base === null ? null : (bases[base] ?? null);
}

function emptyTally(): Tally {
  return { ...pairs.emptySums(), days: 0, closed: 0, not_closed: 0, missing: null, stores: new Set() };
}

function countState(tally: Tally, state: number, store: number, isOver: boolean): void {
  if (pairs.hasFigures(state)) {
    tally.days++;
    tally.stores.add(store);
    if (pairs.isClosed(state)) tally.closed++;
    else if (isOver) tally.not_closed++;
  }
  if (isOver) tally.missing = (tally.missing ?? 0) + (pairs.isMissing(state) ? 1 : 0);
}

/** Of each date, or else of each location on these dates. */
async function addSums(
  ctx: Authorized,
  { filter, days, placeOf, sums }: Question,
  { of, bucketOf }: Buckets,
  paired: readonly number[],
  tallies: readonly Tally[],
): Promise<void> {
  for (const side of ['now', 'base'] as const) {
    const add = (bucket: number | undefined, row: Partial<ComparedFigures> | undefined) => {
      const tally = tallies[bucket ?? -1];
      if (tally && row) pairs.addFigures(tally[side], row, pairs.allKnown, 1);
    };
    const dates = paired.flatMap((day) => {
      const { date = '', bases } = days[day] ?? {};
      return (side === 'now' ? [date] : (bases ?? [])).map((of) => ({ date: of, bucket: bucketOf(day, 0) }));
    });
    if (of === 'trading_date') {
      for (const { date, bucket } of dates) add(bucket, sums.get(date));
      continue;
    }
    const names = dates.map(({ date }) => date);
    for (const row of await repository.sumByLocation(reader(ctx), filter, names))
      add(placeOf.get(row.location_id), row);
    await yieldToRequests(ctx);
  }
}

const daysAtOnce = 2000;

async function subtract(ctx: Authorized, excepted: readonly Excepted[], tallies: readonly Tally[]) {
  for (const part of inParts(excepted, daysAtOnce)) {
    // A day may be on both sides.
    const days = new Map(part.map((day) => [keyOf(day), day]));
    const rows = await repository.listFigures(reader(ctx), [...days.values()]);
    const figures = new Map(rows.map((row) => [keyOf(row), row]));
    for (const { side, bucket, mask, ...day } of part) {
      const row = figures.get(keyOf(day));
      if (row && tallies[bucket]) pairs.addFigures(tallies[bucket][side], row, mask, -1);
    }
    await yieldToRequests(ctx);
  }
}

const keyOf = ({ trading_date, location_id }: repository.LocationDate) => `${trading_date} ${location_id}`;
