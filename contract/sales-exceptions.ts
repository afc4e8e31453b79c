import * as z from 'zod/mini';
import { dayParams, described, idParams, line, text, time } from './fields/fields.ts';
import { dayNoteMaxLength, nameMaxLength } from './fields/limits.ts';
import { endpoint } from './http/endpoint.ts';
import { countedPageOf } from './lists/list.ts';
import { organizationInput } from './organization.ts';
import { salesSelectionFields, usedRange } from './sales-selection.ts';

/** The same for all chains. What is usual is that of the location itself. */
export const exceptionLimits = {
  /** Cents: of a day. */
  journal: 100,
  journal_per_mille: 1,
  /** Cents per gallon. */
  lowest_price: 100,
  price_percent: 20,
  selling_days: 7,
  per_hundred: 5,
  usual_days: 28,
} as const;

/** Those that the organization sets. */
const exceptionSettings = z.pick(organizationInput, {
  over_short_dollars: true,
  large_refund_dollars: true,
  paid_outs_dollars: true,
  unusual_times: true,
});
export type ExceptionSettings = z.infer<typeof exceptionSettings>;
export const exceptionSettingNames = Object.keys(exceptionSettings.shape) as (keyof ExceptionSettings)[];

type Rule = readonly [label: string, rule: (limits: ExceptionSettings) => string];

const inDollars = (dollars: number) => `$${dollars.toLocaleString('en-US')}.00`;
const always = (rule: string) => () => rule;
const often: Rule[1] = ({ unusual_times }) =>
  `At least 5 per 100 inside transactions, and above ${unusual_times} times the median of the 28 days before`;

/** In the order of a day. The rule stands on the page. */
export const exceptionRules = {
  not_counted: ['Till not counted', always('The difference is all that should be in the drawer')],
  over_short: [
    'Over or short',
    ({ over_short_dollars }) => `More than ${inDollars(over_short_dollars)} in a day`,
  ],
  price: ['Price', always('More than 20 % off its last day, or below $1.00 a gallon')],
  grade_out: ['Grade out', always('No gallon of a grade that sold on each of the 7 days before')],
  refunds: ['Refunds', often],
  large_refund: [
    'Large refund',
    ({ large_refund_dollars }) => `One refund of ${inDollars(large_refund_dollars)} or more`,
  ],
  voids: ['Voids', often],
  large_void: [
    'Large void',
    ({ large_refund_dollars }) => `One void of ${inDollars(large_refund_dollars)} or more`,
  ],
  corrections: ['Corrections', often],
  no_sales: ['No sales', often],
  paid_outs: ['Paid outs', ({ paid_outs_dollars }) => `${inDollars(paid_outs_dollars)} or more in a day`],
  drive_offs: ['Drive-offs', always('Any')],
  id_checks_skipped: ['ID checks skipped', always('Any')],
  journal_difference: ['Journal differs', always('By more than $1.00 and 0.1 % of the day report')],
  not_closed: ['Not closed', always('A later day has begun')],
  two_dates: ['Covers 2 dates', always('More than 30 hours')],
  corrected: ['Corrected', always('Figures changed after the day was closed')],
} as const satisfies Record<string, Rule>;
export type ExceptionKind = keyof typeof exceptionRules;
export const exceptionKinds = Object.keys(exceptionRules) as [ExceptionKind, ...ExceptionKind[]];

const kind = described('Of exception', z.enum(exceptionKinds, { error: 'There is no such exception' }));

const seen = z.object({ note: z.string(), updated_at: time, updated_by_name: z.string() });
export type ExceptionSeen = z.infer<typeof seen>;

const exception = z.object({
  location_id: z.string(),
  location_name: z.string(),
  location_number: z.nullable(z.string()),
  business_date: z.string(),
  trading_date: z.string(),
  kind,
  /** The grade, or the figure that was corrected. Empty for others: a day has one of a kind. */
  about: z.string(),
  /** 'Off by $12.40', 'Regular: $2.449 a gallon' */
  what: z.string(),
  /** What it is compared with; null when a limit alone decides. */
  usual: z.nullable(z.string()),
  /** Who marked it as seen. Null for others, and once it says something else. */
  seen: z.nullable(seen),
});
export type SalesException = z.infer<typeof exception>;

export const exceptionStates = ['seen', 'all'] as const;

const exceptionsQuery = z.strictObject({
  ...salesSelectionFields,
  kind: z.optional(kind),
  seen: described('Without it those that nobody has seen', z.optional(z.enum(exceptionStates))),
  ...countedPageOf(500),
});
export type ExceptionsQuery = z.infer<typeof exceptionsQuery>;

/** At most 31 days at once, because each is compared with what was before it. */
export const listExceptions = endpoint('GET /api/sales/exceptions', 'registers.read', {
  failure: 'Failed to fetch exceptions',
  summary: 'What was unusual on days of locations in scope, newest first',
  query: exceptionsQuery,
  response: z.object({
    exceptions: z.array(exception),
    total: z.number(),
    /** How many of the selection somebody has seen. */
    seen: z.number(),
    limits: exceptionSettings,
    ...usedRange,
    next: z.nullable(z.number()),
  }),
});

export const exceptionSeenInput = z.strictObject({
  is_seen: described('False takes the mark away', z.boolean()),
  note: described('Empty for none', line(dayNoteMaxLength)),
});
export type ExceptionSeenInput = z.infer<typeof exceptionSeenInput>;

/** Repeating it replaces the note. Needs the act `noteDay`. */
export const setExceptionSeen = endpoint(
  'PUT /api/locations/:id/sales/:business_date/seen',
  'registers.read',
  {
    failure: 'Failed to save the mark',
    summary: 'Mark an exception of a business day as seen, with a note, or as not seen',
    params: dayParams,
    body: z.extend(exceptionSeenInput, {
      kind,
      about: described('As the list has it', text(40)),
      what: described('As the list has it; another sentence is refused', text(nameMaxLength + 100)),
    }),
    response: z.object({ seen: z.nullable(seen) }),
  },
);

/** Transactions of a cashier below which a share says nothing. */
export const cashierLeast = 200;

const share = z.nullable(z.number());

/** Of period 98, over the 28 days until `to`. A cashier number is no user. In the order of the numbers, which is no rank. */
export const listCashiers = endpoint('GET /api/locations/:id/cashiers', 'registers.cashiers', {
  failure: 'Failed to fetch cashiers',
  summary: 'What shift reports say of each cashier of a location with at least 200 transactions in 28 days',
  params: idParams,
  query: z.strictObject({}),
  response: z.object({
    from: z.string(),
    to: z.string(),
    cashiers: z.array(
      z.object({
        cashier: z.string(),
        transactions: z.number(),
        /** Per 100 transactions. Null where no report says it. */
        refunds: share,
        voids: share,
        no_sales: share,
        /** Cents, of shifts that were counted. */
        over_short: share,
      }),
    ),
  }),
});
