import * as z from 'zod/mini';
import { ApiError, invalid } from '../../../platform/http/errors.ts';
import type { Spool } from '../../../platform/spool.ts';
import { type FeedBody, feedDay, feedLists, feedStock } from './feed.schema.ts';

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
