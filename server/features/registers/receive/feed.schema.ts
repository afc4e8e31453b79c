import * as z from 'zod/mini';
import { day, text } from '../../../../contract/fields/fields.ts';
import { departmentKinds } from '../../../../contract/registers.ts';
import { figureMax } from '../read/limits.pure.ts';

const daysMax = 500;
const partsMax = 500;
const stockMax = 5000;

const amount = z.number().check(z.int(), z.gte(-figureMax), z.lte(figureMax));
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
const feedDay = z
  .strictObject({
    location: text(40, z.minLength(1, 'Required')),
    business_date: day,
    began: local,
    /** Null while the day is open. */
    ended: z.nullable(local),
    currency: z.literal('USD', { error: 'Must be USD' }),
    fuel: z
      .array(z.strictObject({ grade: code, volume: amount, gross: amount, discounts: amount }))
      .check(z.maxLength(partsMax)),
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
      .check(z.maxLength(partsMax)),
    tax: z.nullable(amount),
    sales: z.nullable(amount),
    refunds: z.nullable(amount),
    version: z.number().check(z.int(), z.gte(0), z.lte(versionMax)),
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

/** Units may have three places. */
const units = z.number().check(
  z.gte(-1e9),
  z.lte(1e9),
  z.refine((value) => Math.abs(value * 1000 - Math.round(value * 1000)) < 1e-6, {
    message: 'Must have at most three decimals',
  }),
);

const feedStock = z.strictObject({
  location: text(40, z.minLength(1, 'Required')),
  code,
  on_hand: units,
  reorder_point: z.nullable(units),
  counted_at: z.nullable(local),
});

/** One of both. */
export const feedBody = z
  .strictObject({
    days: z._default(z.array(feedDay).check(z.maxLength(daysMax)), []),
    stock: z._default(z.array(feedStock).check(z.maxLength(stockMax)), []),
  })
  .check(
    z.refine(({ days, stock }) => days.length + stock.length > 0, {
      message: 'Send days or stock',
      path: ['days'],
    }),
  );
export type FeedBody = z.infer<typeof feedBody>;
