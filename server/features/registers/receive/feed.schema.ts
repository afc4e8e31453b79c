import * as z from 'zod/mini';
import { day, text } from '../../../../contract/fields/fields.ts';
import { departmentKinds } from '../../../../contract/registers.ts';
import { figureMax } from '../read/limits.pure.ts';

const daysMax = 500;
const partsMax = 500;
const stockMax = 5000;

const amount = wholeNumber(-figureMax, figureMax);
/** Seconds of a clock have ten digits. */
const versionMax = 9_999_999_999;
const local = z.string().check(
  z.regex(/^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/, {
    error: 'Must be a local time such as 2026-03-14T06:00:00',
    abort: true,
  }),
  z.refine((value) => !Number.isNaN(Date.parse(`${value}Z`)), { message: 'There is no such time' }),
);
const code = text(40, z.minLength(1, 'Required'));

/** Cents and thousandths of a gallon. A higher version takes the place of the row with the same begin. */
export const feedDay = z
  .strictObject({
    location: text(40, z.minLength(1, 'Required')),
    business_date: day,
    began: local,
    /** Null while the day is open. */
    ended: z.nullable(local),
    currency: z.literal('USD', { error: 'Must be USD' }),
    fuel: z
      .array(z.strictObject({ grade: code, volume: amount, gross: amount, discounts: amount }))
      .check(atMost(partsMax)),
    departments: z
      .array(
        z.strictObject({
          code,
          name: z.nullable(text(100)),
          gross: amount,
          discounts: amount,
          refunds: amount,
          kind: z.optional(z.enum(departmentKinds)),
        }),
      )
      .check(atMost(partsMax)),
    tax: z.nullable(amount),
    sales: z.nullable(amount),
    refunds: z.nullable(amount),
    version: wholeNumber(0, versionMax),
  })
  .check(
    z.refine(
      ({ fuel, departments }) => [...sumsOf(fuel), ...sumsOf(departments)].every((sum) => sum <= figureMax),
      {
        message: 'Its amounts add up to more than a location can sell in a day',
      },
    ),
  );

/** Of every amount in these rows, whatever its sign. */
function sumsOf(rows: readonly object[]): number[] {
  const sums = new Map<string, number>();
  for (const [name, value] of rows.flatMap((row) => Object.entries(row)))
    if (typeof value === 'number') sums.set(name, (sums.get(name) ?? 0) + Math.abs(value));
  return [...sums.values()];
}

const unitsMax = 1e9;
const unitsBounds = boundsOf(-unitsMax, unitsMax);
/** Units may have three places. */
const units = z.number().check(
  z.gte(-unitsMax, { error: unitsBounds }),
  z.lte(unitsMax, { error: unitsBounds }),
  z.refine((value) => Math.abs(value * 1000 - Math.round(value * 1000)) < 1e-6, {
    message: 'Must have at most three decimals',
  }),
);

export const feedStock = z.strictObject({
  location: text(40, z.minLength(1, 'Required')),
  code,
  on_hand: units,
  reorder_point: z.nullable(units),
  counted_at: z.nullable(local),
});

/** One of both. Their rows are not looked at. */
export const feedLists = z
  .strictObject({
    days: z._default(z.array(z.unknown()).check(atMost(daysMax)), []),
    stock: z._default(z.array(z.unknown()).check(atMost(stockMax)), []),
  })
  .check(
    z.refine(({ days, stock }) => days.length + stock.length > 0, {
      message: 'Send days or stock',
      path: ['days'],
    }),
  );

export interface FeedBody {
  days: z.infer<typeof feedDay>[];
  stock: z.infer<typeof feedStock>[];
}

function atMost(count: number) {
  return z.maxLength(count, { error: `There are more than ${count.toLocaleString('en-US')}` });
}

function wholeNumber(least: number, most: number) {
  const error = boundsOf(least, most);
  return z.number({ error }).check(z.int({ error }), z.gte(least, { error }), z.lte(most, { error }));
}

function boundsOf(least: number, most: number): string {
  return `Must be a number from ${least.toLocaleString('en-US')} to ${most.toLocaleString('en-US')}`;
}
