import * as z from 'zod/mini';
import { departmentKinds } from '../../../../contract/departments.ts';
import { day, text } from '../../../../contract/fields/fields.ts';
import { ApiError, invalid } from '../../../platform/http/errors.ts';
import type { Spool } from '../../../platform/spool.ts';
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

const feedStock = z.strictObject({
  location: text(40, z.minLength(1, 'Required')),
  code,
  on_hand: units,
  reorder_point: z.nullable(units),
  counted_at: z.nullable(local),
});

/** One of both. Their rows are not looked at. */
const feedLists = z
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

/** Of one transaction, for which others wait. */
const daysAtOnce = 50;
const stockAtOnce = 250;
const issuesMax = 10;
/** One of them names every unknown member. */
const messageMaxLength = 200;

/** Some days or some stock at a time, after all of it was checked. @throws ApiError 400 with the issues of the first wrong row. */
export async function* readFeed(file: Spool): AsyncGenerator<FeedBody> {
  const { days, stock } = check(parse((await file.read(0, file.size)).toString()));
  for (let at = 0; at < days.length; at += daysAtOnce)
    yield { days: days.slice(at, at + daysAtOnce), stock: [] };
  for (let at = 0; at < stock.length; at += stockAtOnce)
    yield { days: [], stock: stock.slice(at, at + stockAtOnce) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError('malformed_request', 'The request cannot be read. Send well-formed JSON.');
  }
}

/** Row by row: each of a million wrong values would be an issue. */
function check(body: unknown): FeedBody {
  const { days, stock } = parsed(feedLists, body, []);
  return {
    days: days.map((row, index) => parsed(feedDay, row, ['days', index])),
    stock: stock.map((row, index) => parsed(feedStock, row, ['stock', index])),
  };
}

function parsed<S extends z.ZodMiniType>(schema: S, value: unknown, at: PropertyKey[]): z.infer<S> {
  const result = z.safeParse(schema, value);
  if (result.success) return result.data;
  throw invalid(
    ...result.error.issues.slice(0, issuesMax).map((issue) => {
      const path = [...at, ...issue.path].join('.');
      const message = issue.message.slice(0, messageMaxLength);
      return { path, message: path === '' ? message : `${path}: ${message}` };
    }),
  );
}
