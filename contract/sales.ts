import * as z from 'zod/mini';
import { described } from './fields/fields.ts';
import { endpoint } from './http/endpoint.ts';
import { countedPageOf, sort } from './lists/list.ts';
import { figures } from './registers.ts';
import { salesSelectionFields, usedRange } from './sales-selection.ts';

/**
 * What a day is compared with: the same weekday of the week before, the same weekday 364 days before, the same day of the
 * month before, the average of the last four same weekdays (of at most 7 days), or the day as many days before as the
 * range has.
 */
export const salesComparisons = ['week', 'year', 'month', 'average', 'before'] as const;
export type SalesComparison = (typeof salesComparisons)[number];

export const columnSpans = ['day', 'week', 'month'] as const;
export type ColumnSpan = (typeof columnSpans)[number];

/** Gallons and merchandise have changes of their own; those of money that follows the price of fuel say less. */
export const comparedNames = ['fuel_volume', 'merchandise', 'fuel', 'revenue', 'tax', 'sales'] as const;
export type ComparedName = (typeof comparedNames)[number];
export type ComparedFigures = Record<ComparedName, number | null>;

const compared = z.object(
  Object.fromEntries(comparedNames.map((name) => [name, z.nullable(z.number())])) as Record<
    ComparedName,
    z.ZodMiniNullable<z.ZodMiniNumber>
  >,
);

/**
 * A pair is a location and a day that are closed on both sides. A figure that is unknown on one side is in neither sum,
 * and null when no pair knows it.
 */
const comparison = z.object({ pairs: z.number(), now: compared, base: compared });
export type Comparison = z.infer<typeof comparison>;

/** What journals say by the hour. */
export const hourlyNames = ['fuel', 'fuel_volume', 'merchandise', 'sales'] as const;
const hourly = z.object({
  fuel: z.nullable(z.number()),
  fuel_volume: z.nullable(z.number()),
  merchandise: z.nullable(z.number()),
  sales: z.nullable(z.number()),
});

/** In parts of one: 0.02 is 2 % more. Null for a base that is unknown, zero or negative. */
export function changeOf({ now, base }: Comparison, name: ComparedName): number | null {
  const [is, was] = [now[name], base[name]];
  return is === null || was === null || was <= 0 ? null : (is - was) / was;
}

/** Why a location and day are in no pair, for the first side of which it is true. */
export const leftOutReasons = [
  'missing',
  'not_closed',
  'two_dates',
  /** Somebody marked the day "Location closed". */
  'marked_closed',
  /** The first 7 days that have figures, or a base before them. */
  'new',
  /** The location is closed for good, or its last connection ended. */
  'gone',
  /** The month before has no such day. */
  'no_day',
] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

const side = z.enum(['now', 'base']);

const selection = {
  ...salesSelectionFields,
  against: described(
    'Without it `week` for up to 7 days, `month` for a month or the beginning of one, else `before`',
    z.optional(z.enum([...salesComparisons, 'none'])),
  ),
};

const by = described(
  'Without it days up to 62, weeks up to 26, else months',
  z.optional(z.enum(columnSpans)),
);

const comparedQuery = z.strictObject({ ...selection, by });
export type ComparedQuery = z.infer<typeof comparedQuery>;

const counts = {
  /** Days of locations that have figures. */
  days: z.number(),
  /** Those of them that are closed: the others may still sell. */
  closed: z.number(),
  /** Those that are over and have no report. */
  not_closed: z.number(),
  /** Days of locations that are over, should have figures and have none. Null where none is over or expected. */
  missing: z.nullable(z.number()),
  /** Of the figures: merchandise that nobody decided about, and what is left out or fuel by a proposal. */
  undecided: z.nullable(z.number()),
  proposed_excluded: z.nullable(z.number()),
  proposed_fuel: z.nullable(z.number()),
  /** Sales with merchandise, and its amount, of the days that have a journal: their quotient is the average basket. */
  baskets: z.nullable(z.object({ count: z.number(), amount: z.number() })),
};

const column = z.object({
  /** Trading dates, both included: those of a week or month that are in the range. */
  from: z.string(),
  to: z.string(),
  /** It has today, which is not over. */
  is_so_far: z.boolean(),
  /** How many locations have figures. */
  locations: z.number(),
  ...counts,
  ...figures,
  /** Of the pairs: `base.revenue` is the mark of the column. Null without a pair. */
  compared: z.nullable(comparison),
});
export type SalesColumn = z.infer<typeof column>;

const comparedWith = {
  against: z.enum([...salesComparisons, 'none']),
  /** First and last date of the other side; null without comparison. */
  base: z.nullable(z.object({ from: z.string(), to: z.string() })),
};

/**
 * Today and its base until the same hour, where journals have both. Each figure is of the locations whose base has come to
 * a quarter of its day by then. It is in none of the sums.
 */
const soFar = z.object({
  /** By the clock of each location, the least and the most of them: 14 is until 2 PM. */
  until: z.object({ from: z.number(), to: z.number() }),
  /** That have any of the figures. */
  locations: z.number(),
  now: hourly,
  base: hourly,
});
export type SalesToday = z.infer<typeof soFar>;

export const compareSales = endpoint('GET /api/sales/compared', 'registers.read', {
  failure: 'Failed to compare sales',
  summary: 'Sums by day, week or month, compared location by location and day by day with earlier ones',
  query: comparedQuery,
  response: z.object({
    ...usedRange,
    ...comparedWith,
    by: z.enum(columnSpans),
    columns: z.array(column),
    totals: z.object(figures),
    /** How many locations have figures in the range. */
    locations: z.number(),
    /** Null without comparison. */
    compared: z.nullable(
      z.extend(comparison, {
        /** Locations with a pair, of those that have one or are left out. */
        locations: z.number(),
        of: z.number(),
        /** `GET /api/sales/left-out` lists them. */
        left_out: z.array(
          z.object({ reason: z.enum(leftOutReasons), side, locations: z.number(), days: z.number() }),
        ),
        /** The range has today, which is in no pair. */
        is_without_today: z.boolean(),
        /** Those that only one side has. */
        holidays: z.array(z.object({ side, date: z.string(), name: z.string() })),
        /** Compared locations whose figures came from other files, or were net where they are gross; null without any. */
        counted_differently: z.nullable(z.object({ before: z.string(), locations: z.number() })),
      }),
    ),
    today: z.nullable(soFar),
  }),
});

export const exportCompared = endpoint('GET /api/sales/compared/export.csv', 'registers.read', {
  failure: 'Failed to export sales',
  summary: 'The columns of the comparison as CSV; the export itself is recorded',
  query: comparedQuery,
  download: 'text/csv; charset=utf-8',
});

export const locationOfSales = z.object({
  id: z.string(),
  name: z.string(),
  number: z.nullable(z.string()),
});

export const listLeftOut = endpoint('GET /api/sales/left-out', 'registers.read', {
  failure: 'Failed to fetch what is not compared',
  summary: 'Days of locations that the comparison leaves out, newest first, and why',
  query: z.strictObject({ ...selection, ...countedPageOf(500) }),
  response: z.object({
    left_out: z.array(
      z.object({
        location: locationOfSales,
        trading_date: z.string(),
        /** Of the side that is the reason; null for a day that the month before does not have. */
        reason_date: z.nullable(z.string()),
        reason: z.enum(leftOutReasons),
        side,
      }),
    ),
    total: z.number(),
    next: z.nullable(z.number()),
  }),
});

export const locationSortFields = [
  'location',
  ...comparedNames,
  'fuel_volume_change',
  'merchandise_change',
] as const;

const byLocationSelection = z.strictObject({
  ...selection,
  /** A change is its amount, and unknown values come last. */
  sort: sort(locationSortFields, 'by name'),
});
export type ByLocationSelection = z.infer<typeof byLocationSelection>;

const locationSales = z.object({
  location: z.extend(locationOfSales, { us_state: z.string() }),
  ...counts,
  ...figures,
  compared: z.nullable(comparison),
  /** From 1, by the amount that gallons and merchandise changed: the best first. Null without a change. */
  ranks: z.object({ fuel_volume: z.nullable(z.number()), merchandise: z.nullable(z.number()) }),
});
export type LocationSales = z.infer<typeof locationSales>;

export const listSalesByLocation = endpoint('GET /api/sales/by-location', 'registers.read', {
  failure: 'Failed to fetch sales',
  summary: 'Sums of each location, each compared with its own earlier days',
  query: z.extend(byLocationSelection, countedPageOf(500)),
  response: z.object({
    ...usedRange,
    ...comparedWith,
    locations: z.array(locationSales),
    total: z.number(),
    next: z.nullable(z.number()),
  }),
});

export const exportSalesByLocation = endpoint('GET /api/sales/by-location/export.csv', 'registers.read', {
  failure: 'Failed to export sales',
  summary: 'The sums of each location as CSV; the export itself is recorded',
  query: byLocationSelection,
  download: 'text/csv; charset=utf-8',
});

const byStateQuery = z.strictObject(selection);
export type ByStateQuery = z.infer<typeof byStateQuery>;

const stateSales = z.object({
  us_state: z.string(),
  /** How many locations have figures. */
  locations: z.number(),
  ...counts,
  ...figures,
  compared: z.nullable(comparison),
});
export type StateSales = z.infer<typeof stateSales>;

export const listSalesByState = endpoint('GET /api/sales/by-state', 'registers.read', {
  failure: 'Failed to fetch sales',
  summary: 'Sums of the locations of each U.S. state, each location compared with its own earlier days',
  query: byStateQuery,
  response: z.object({ ...usedRange, ...comparedWith, states: z.array(stateSales) }),
});

export const exportSalesByState = endpoint('GET /api/sales/by-state/export.csv', 'registers.read', {
  failure: 'Failed to export sales',
  summary: 'The sums of each U.S. state as CSV; the export itself is recorded',
  query: byStateQuery,
  download: 'text/csv; charset=utf-8',
});
