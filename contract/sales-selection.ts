import * as z from 'zod/mini';
import { dayInUrl, described } from './fields/fields.ts';
import { idList } from './lists/list.ts';

/** Ranges by names, by the chain's clock and first day of the week. Each ends today but those that are over. */
export const salesPeriods = [
  'yesterday',
  'today',
  'this_week',
  'last_week',
  'month_to_date',
  'last_month',
  'year_to_date',
  'last_7',
  'last_28',
  'last_90',
] as const;
export type SalesPeriod = (typeof salesPeriods)[number];

/** Whether the register has closed its day: `open` is the newest one, `not_closed` has a later one and no report. */
export const dayStates = ['closed', 'open', 'not_closed'] as const;
export type DayState = (typeof dayStates)[number];

export const locationStates = ['open', 'closed'] as const;

export const locationIds = described('Only these locations: ids with commas between them', idList(200));

export const range = {
  period: described('In place of `from` and `to`', z.optional(z.enum(salesPeriods))),
  from: described('The first trading date; without both the last 7 with figures', z.optional(dayInUrl)),
  to: described('The last trading date; without it the last that has figures', z.optional(dayInUrl)),
};

/** The range that an answer is of. Null when there are no figures at all. */
export const usedRange = {
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
};

const usStates = described(
  "U.S. states with commas between them: 'NY,NJ'",
  z.pipe(
    z
      .string()
      .check(z.regex(/^[A-Z]{2}(,[A-Z]{2}){0,59}$/, 'Must be states of two letters, with commas between')),
    z.transform((text: string) => text.split(',')),
  ),
);

export const districtIds = described(
  'Only locations of these districts: ids with commas between them',
  idList(200),
);

export const ofDistricts = z.strictObject({ district: z.optional(districtIds) });
export type OfDistricts = z.infer<typeof ofDistricts>;

/** Which locations, by themselves or by their districts. */
export const placed = { location: z.optional(locationIds), district: z.optional(districtIds) };

/** Which locations. */
export const ofLocations = {
  ...placed,
  us_state: z.optional(usStates),
  open: described('Only open or only closed locations', z.optional(z.enum(locationStates))),
};

/** What all reads of sales take. */
export const salesSelectionFields = { ...range, ...ofLocations };
export type SalesRange = z.infer<z.ZodMiniObject<typeof salesSelectionFields>>;
