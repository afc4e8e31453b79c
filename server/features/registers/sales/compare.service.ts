import type { Received } from '../../../../contract/http/endpoint.ts';
import { type Figures, figureNames } from '../../../../contract/registers.ts';
import type * as contract from '../../../../contract/sales.ts';
import type { Authorized } from '../../../kernel/access.ts';
import { reader } from '../../../kernel/context.ts';
import { compare } from '../figures/days.pure.ts';
import { type PartSums, sumBaskets } from './breakdown.repository.ts';
import { type ChosenStore, heldNames, sumByLocation } from './compare.repository.ts';
import { countedDifferently } from './counted.pure.ts';
import { listWays } from './counted.repository.ts';
import {
  byColumn,
  byStore,
  countPairs,
  type PairedUp,
  pairUp,
  type Question,
  readQuestion,
  type Tally,
} from './pair-up.service.ts';
import { addKnown, comparisonOf, type Sums, sumOf } from './pairs.pure.ts';
import { columnOf, holidayOf, spanFor } from './periods.pure.ts';
import { compareToday } from './so-far.service.ts';

type Reader = Authorized<'registers.read'>;

const nothing = { from: null, to: null, against: 'none' as const, base: null };

const sumRows = (rows: readonly Partial<Figures>[]): Figures => sumOfNames(figureNames, rows);

function sumOfNames<Name extends string>(
  names: readonly Name[],
  rows: readonly (Partial<Record<Name, number | null>> | undefined)[],
) {
  const sums = names.map((name) => [name, addKnown(rows.map((row) => row?.[name]))]);
  return Object.fromEntries(sums) as Record<Name, number | null>;
}

const unknown = sumRows([]);

function countsOf(tallies: readonly Tally[]) {
  const sum = (name: 'days' | 'closed' | 'not_closed') =>
    tallies.reduce((total, tally) => total + tally[name], 0);
  const missing = addKnown(tallies.map((tally) => tally.missing));
  return { days: sum('days'), closed: sum('closed'), not_closed: sum('not_closed'), missing };
}

/** Null where no journal says how many there were. */
function basketsOf(rows: readonly (Pick<PartSums, 'count' | 'amount'> | undefined)[]) {
  const count = addKnown(rows.map((row) => row?.count));
  const amount = addKnown(rows.map((row) => row?.amount));
  return count === null || amount === null ? null : { count, amount };
}

/** The base of a day has one date, or some whose average it is. */
const comparisonIn = ({ days }: Question, sums: Sums): contract.Comparison =>
  comparisonOf(sums, days.find(({ bases }) => bases?.length)?.bases?.length ?? 1);

/** Location by location and day by day, so that a silent location leaves out its own days only, on both sides. */
export async function compareSales(ctx: Reader, query: contract.ComparedQuery) {
  const question = await readQuestion(ctx, query, true);
  const empty = {
    by: query.by ?? 'day',
    columns: [],
    totals: unknown,
    locations: 0,
    compared: null,
    today: null,
  };
  if (!question) return { ...nothing, ...empty };
  const { range, filter, today, against, base, days, sums } = question;
  const by = query.by ?? spanFor(range);
  const starts = days.map(({ date }) => columnOf(date, by, ctx.app.config.week_starts_on));
  const names = [...new Set(starts)];
  const columns = starts.map((start) => names.indexOf(start));
  const paired = await pairUp(ctx, question, byColumn(columns));
  const baskets = await sumBaskets(reader(ctx), by === 'month' ? 'month' : 'trading_date', filter, range);
  return {
    ...{ ...range, against, base, by, totals: sumRows(days.flatMap(({ date }) => sums.get(date) ?? [])) },
    columns: paired.tallies.map((tally, index): contract.SalesColumn => {
      const dates = days.flatMap(({ date }, day) => (columns[day] === index ? [date] : []));
      return {
        ...{ from: dates[0] ?? range.from, to: dates.at(-1) ?? range.to },
        ...{ ...countsOf([tally]), locations: tally.stores.size, is_so_far: dates.includes(today) },
        ...sumRows(dates.flatMap((date) => sums.get(date) ?? [])),
        ...sumOfNames(
          heldNames,
          dates.map((date) => sums.get(date)),
        ),
        baskets: basketsOf(dates.map((date) => baskets.get(date))),
        compared: tally.pairs ? comparisonIn(question, tally) : null,
      };
    }),
    locations: new Set(paired.tallies.flatMap(({ stores }) => [...stores])).size,
    compared: against === 'none' ? null : await coverageOf(ctx, question, paired),
    today: await compareToday(ctx, question),
  };
}

async function coverageOf(ctx: Reader, question: Question, { tallies, leftOut, pairedStores }: PairedUp) {
  const { days, range, today, base, filter, placeOf } = question;
  const ways = base ? await listWays(reader(ctx), filter, [range, base]) : [];
  const isPaired = (location_id: string) => pairedStores.has(placeOf.get(location_id) ?? -1);
  const byReason = Map.groupBy(leftOut, ({ side, reason }) => `${side} ${reason}`);
  const left_out = [...byReason.values()].flatMap((all) => {
    const locations = new Set(all.map(({ store }) => store)).size;
    return all[0] ? [{ reason: all[0].reason, side: all[0].side, locations, days: all.length }] : [];
  });
  return {
    ...comparisonIn(question, sumOf(tallies)),
    locations: pairedStores.size,
    of: new Set([...pairedStores, ...leftOut.map(({ store }) => store)]).size,
    left_out: left_out.sort((a, b) => b.days - a.days),
    is_without_today: range.from <= today && today <= range.to,
    holidays: holidaysOf(days),
    counted_differently: countedDifferently(ways.filter(({ location_id }) => isPaired(location_id))),
  };
}

/** Those that one side has, and the other has not. */
function holidaysOf(days: Question['days']) {
  const compared = days.filter(({ bases }) => bases !== null);
  const sides = {
    now: compared.map(({ date }) => date),
    base: [...new Set(compared.flatMap(({ bases }) => bases ?? []))],
  };
  const namesOf = (dates: readonly string[]) => new Set(dates.map(holidayOf));
  const others = { now: namesOf(sides.base), base: namesOf(sides.now) };
  return (['now', 'base'] as const).flatMap((side) =>
    sides[side].flatMap((date) => {
      const name = holidayOf(date);
      return name && !others[side].has(name) ? [{ side, date, name }] : [];
    }),
  );
}

const refOf = ({ id, name, number }: ChosenStore) => ({ id, name, number });

/** Newest first. */
export async function listLeftOut(
  ctx: Reader,
  { limit, after = 0, ...query }: Received<typeof contract.listLeftOut>['query'],
) {
  const question = await readQuestion(ctx, query);
  if (!question) return { left_out: [], total: 0, next: null };
  const { stores } = question;
  const { leftOut } = await countPairs(ctx, question, byStore(question));
  const rows = leftOut.flatMap(({ store, date, reason, reason_date, side }) => {
    const location = stores[store];
    return location
      ? [
          {
            location: refOf(location),
            trading_date: date,
            reason_date,
            reason,
            side,
            sort: location.sort_name,
          },
        ]
      : [];
  });
  rows.sort((a, b) => compare(b.trading_date, a.trading_date) || compare(a.sort, b.sort));
  const page = rows.slice(after, after + limit).map(({ sort: _, ...row }) => row);
  return { left_out: page, ...pageEnd(rows.length, after, limit) };
}

export function pageEnd(total: number, after: number, limit: number) {
  return { total, next: after + limit < total ? after + limit : null };
}

/** Each location against its own earlier days. */
export async function listSalesByLocation(
  ctx: Reader,
  { limit, after = 0, ...selection }: Received<typeof contract.listSalesByLocation>['query'],
) {
  const { rows, ...head } = await readByLocation(ctx, selection);
  return { ...head, locations: rows.slice(after, after + limit), ...pageEnd(rows.length, after, limit) };
}

/** Sums of some stores together, by their places in the question; null of those that have no figures and should have none. */
async function sumStores(ctx: Reader, question: Question) {
  const { stores, filter, range } = question;
  const { tallies } = await pairUp(ctx, question, byStore(question));
  const rows = await sumByLocation(reader(ctx), filter, range);
  const sums = new Map(rows.map((row) => [row.location_id, row]));
  const baskets = await sumBaskets(reader(ctx), 'location_id', filter, range);
  return (places: readonly number[]) => {
    const own = places.flatMap((place) => tallies[place] ?? []);
    const ids = places.flatMap((place) => stores[place]?.id ?? []);
    const [counts, pairs] = [countsOf(own), sumOf(own)];
    if (counts.days === 0 && !counts.missing) return null;
    return {
      ...counts,
      ...sumRows(ids.map((id) => sums.get(id) ?? {})),
      ...sumOfNames(
        heldNames,
        ids.map((id) => sums.get(id)),
      ),
      baskets: basketsOf(ids.map((id) => baskets.get(id))),
      compared: pairs.pairs ? comparisonIn(question, pairs) : null,
      locations: own.filter(({ days }) => days > 0).length,
    };
  };
}

/** All locations that have figures in the range, should have some, or are compared; sorted. */
export async function readByLocation(ctx: Reader, { sort, ...query }: contract.ByLocationSelection) {
  const question = await readQuestion(ctx, query);
  if (!question) return { ...nothing, rows: [] };
  const { range, against, base, stores } = question;
  const sumsOf = await sumStores(ctx, question);
  const rows = stores.flatMap((store, place) => {
    const sums = sumsOf([place]);
    if (!sums) return [];
    const { locations: _, ...row } = sums;
    return [
      { row: { location: { ...refOf(store), us_state: store.us_state }, ...row }, sort: store.sort_name },
    ];
  });
  const ranks = { fuel_volume: rankBy(rows, 'fuel_volume'), merchandise: rankBy(rows, 'merchandise') };
  const ranked = rows.map(({ row, sort }) => ({
    sort,
    row: {
      ...row,
      ranks: {
        fuel_volume: ranks.fuel_volume.get(row.location.id) ?? null,
        merchandise: ranks.merchandise.get(row.location.id) ?? null,
      },
    },
  }));
  return { ...range, against, base, rows: sorted(ranked, sort).map(({ row }) => row) };
}

/** The locations of each U.S. state together, by its letters. */
export async function listSalesByState(ctx: Reader, query: contract.ByStateQuery) {
  const question = await readQuestion(ctx, query);
  if (!question) return { ...nothing, states: [] };
  const { range, against, base, stores } = question;
  const sumsOf = await sumStores(ctx, question);
  const groups = Map.groupBy(stores.keys(), (place) => stores[place]?.us_state ?? '');
  const states = [...groups].flatMap(([us_state, places]) => {
    const sums = sumsOf(places);
    return sums ? [{ us_state, ...sums }] : [];
  });
  return { ...range, against, base, states: states.sort((a, b) => compare(a.us_state, b.us_state)) };
}

/** The amount; null for a location that is not compared. */
function gainOf({ compared }: Pick<contract.LocationSales, 'compared'>, name: contract.ComparedName) {
  const [now, base] = [compared?.now[name] ?? null, compared?.base[name] ?? null];
  return now === null || base === null ? null : now - base;
}

type Sorted<Row> = { row: Row; sort: string };

function rankBy(
  rows: readonly Sorted<Pick<contract.LocationSales, 'compared' | 'location'>>[],
  name: contract.ComparedName,
) {
  const gains = rows.flatMap(({ row }) => {
    const gain = gainOf(row, name);
    return gain === null ? [] : [{ id: row.location.id, gain }];
  });
  gains.sort((a, b) => b.gain - a.gain);
  return new Map(gains.map(({ id, gain }) => [id, gains.findIndex((other) => other.gain === gain) + 1]));
}

/** Unknown values come last in both directions. */
function sorted(rows: Sorted<contract.LocationSales>[], sort: contract.ByLocationSelection['sort']) {
  const { field, isDescending } = sort ?? { field: 'location', isDescending: false };
  const byName = (a: Sorted<unknown>, b: Sorted<unknown>) => compare(a.sort, b.sort);
  const direction = isDescending ? -1 : 1;
  if (field === 'location') return rows.sort((a, b) => direction * byName(a, b));
  const figureOf = (row: contract.LocationSales) => {
    if (field === 'fuel_volume_change') return gainOf(row, 'fuel_volume');
    return field === 'merchandise_change' ? gainOf(row, 'merchandise') : row[field];
  };
  return rows.sort((a, b) => {
    const [one, other] = [figureOf(a.row), figureOf(b.row)];
    if (one === null || other === null) return Number(one === null) - Number(other === null) || byName(a, b);
    return direction * (one - other) || byName(a, b);
  });
}
