import * as z from 'zod/mini';
import { text } from './fields.ts';
import { pageDefaultRows, pageMaxRows, searchMaxLength } from './limits.ts';

/**
 * Query of the list endpoints. Rows come newest first (created_at, then id, both descending and immutable,
 * so pages never shift); `after` is the `next` of the page before; `include=refs` adds the rows that the
 * page's ids name.
 */
export const listQuery = z.object({
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(pageMaxRows)), pageDefaultRows),
  after: z.optional(z.string().check(z.maxLength(200))),
  q: z.optional(text(searchMaxLength)),
  include: z.optional(z.literal('refs')),
});
export type ListQuery = z.infer<typeof listQuery>;

/** `total` counts the rows in scope that match `q`; `next` is null on the last page. */
export const listPage = { total: z.number(), next: z.nullable(z.string()) };

/** The answer header that repeats `next`, so that the next request can start before the body is read. */
export const nextHeader = 'x-next';
