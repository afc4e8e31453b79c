import * as z from 'zod/mini';
import { dayInUrl } from './fields/fields.ts';
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

export const locationIds = idList(200);

export const range = {
  /** In place of `from` and `to`. */
  period: z.optional(z.enum(salesPeriods, { error: `Must be one of ${salesPeriods.join(', ')}` })),
  /** Trading dates, both included. Without any the last 7 days that have figures, without `to` until the last of them. */
  from: z.optional(dayInUrl),
  to: z.optional(dayInUrl),
};

/** The range that an answer is of. Null when there are no figures at all. */
export const usedRange = {
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
};

/** U.S. states with commas between them: 'NY,NJ'. */
const usStates = z.pipe(
  z
    .string()
    .check(z.regex(/^[A-Z]{2}(,[A-Z]{2}){0,59}$/, 'Must be states of two letters, with commas between')),
  z.transform((text: string) => text.split(',')),
);

/** Which locations. Those of a district will be another member here. */
export const ofLocations = {
  location: z.optional(locationIds),
  us_state: z.optional(usStates),
  open: z.optional(z.enum(locationStates, { error: `Must be one of ${locationStates.join(', ')}` })),
};

/** What all reads of sales take. */
export const salesSelectionFields = { ...range, ...ofLocations };
export type SalesRange = z.infer<z.ZodMiniObject<typeof salesSelectionFields>>;
