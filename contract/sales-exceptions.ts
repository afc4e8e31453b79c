import * as z from 'zod/mini';
import { idParams } from './fields/fields.ts';
import { endpoint } from './http/endpoint.ts';
import { pageOf } from './lists/list.ts';
import { salesSelectionFields, usedRange } from './sales-selection.ts';

/** The same for all chains, but for over and short. What is usual is that of the location itself. */
export const exceptionLimits = {
  /** Cents: of one refund or void, or of a day. */
  large: 5000,
  paid_outs: 30_000,
  journal: 100,
  journal_per_mille: 1,
  /** Cents per gallon. */
  lowest_price: 100,
  price_percent: 20,
  selling_days: 7,
  per_hundred: 5,
  times_usual: 3,
  usual_days: 28,
} as const;

const often = 'At least 5 per 100 inside transactions, and above 3 times the median of the 28 days before';

/** In the order of a day. The rule stands on the page. */
export const exceptionRules = {
  not_counted: ['Till not counted', 'The difference is all that should be in the drawer'],
  over_short: ['Over or short', 'More in a day than Settings → Organization says'],
  price: ['Price', 'More than 20 % off its last day, or below $1.00 a gallon'],
  grade_out: ['Grade out', 'No gallon of a grade that sold on each of the 7 days before'],
  refunds: ['Refunds', often],
  large_refund: ['Large refund', 'One refund of $50.00 or more'],
  voids: ['Voids', often],
  large_void: ['Large void', 'One void of $50.00 or more'],
  corrections: ['Corrections', often],
  no_sales: ['No sales', often],
  paid_outs: ['Paid outs', '$300.00 or more in a day'],
  drive_offs: ['Drive-offs', 'Any'],
  id_checks_skipped: ['ID checks skipped', 'Any'],
  journal_difference: ['Journal differs', 'By more than $1.00 and 0.1 % of the day report'],
  not_closed: ['Not closed', 'A later day has begun'],
  two_dates: ['Covers 2 dates', 'More than 30 hours'],
  corrected: ['Corrected', 'Figures changed after the day was closed'],
} as const satisfies Record<string, readonly [label: string, rule: string]>;
export type ExceptionKind = keyof typeof exceptionRules;
export const exceptionKinds = Object.keys(exceptionRules) as [ExceptionKind, ...ExceptionKind[]];

const exception = z.object({
  location_id: z.string(),
  location_name: z.string(),
  location_number: z.nullable(z.string()),
  business_date: z.string(),
  trading_date: z.string(),
  kind: z.enum(exceptionKinds),
  /** 'Off by $12.40', '001: $2.449 a gallon' */
  what: z.string(),
  /** What it is compared with; null when a limit alone decides. */
  usual: z.nullable(z.string()),
});
export type SalesException = z.infer<typeof exception>;

const exceptionsQuery = z.strictObject({
  ...salesSelectionFields,
  kind: z.optional(z.enum(exceptionKinds, { error: 'There is no such exception' })),
  ...pageOf(500),
  after: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(1_000_000))),
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
    ...usedRange,
    next: z.nullable(z.number()),
  }),
});

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
