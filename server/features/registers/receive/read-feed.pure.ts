import * as z from 'zod/mini';
import { ApiError, invalid } from '../../../kernel/errors.ts';
import type { Spool } from '../../../platform/spool.ts';
import { type FeedBody, feedBody } from './feed.schema.ts';

/** Of one transaction, for which others wait. */
const daysAtOnce = 50;
const stockAtOnce = 250;

/** Some days or some stock at a time, after all of it was checked. @throws ApiError 400 that names every issue. */
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

function check(body: unknown): FeedBody {
  const result = z.safeParse(feedBody, body);
  if (result.success) return result.data;
  throw invalid(
    ...result.error.issues.map(({ path, message }) => ({
      path: path.join('.'),
      message: `${path.join('.')}: ${message}`,
    })),
  );
}
