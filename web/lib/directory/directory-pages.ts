import { pageDefaultRows, pageMaxRows } from '../../../contract/fields/limits.ts';
import type { ListQuery } from '../../../contract/lists/list.ts';

export type PageQuery = Pick<ListQuery, 'limit' | 'after' | 'include'>;

export interface Page<Row> {
  rows: Row[];
  total: number;
  next: string | null;
}

/** A page whose headers have arrived and whose body is still to be read. */
export interface OpenedPage<Row> {
  /** From the header, so that the next request need not wait for the body; undefined when it is missing. */
  next: string | null | undefined;
  read(): Promise<Page<Row>>;
}

export type OpenPage<Row> = (query: PageQuery, signal: AbortSignal) => Promise<OpenedPage<Row>>;

/**
 * Reads page after page: a first one of 100 rows with the names it needs, then pages of 1,000. The request for the
 * next page leaves when the headers of this one arrive.
 */
export async function* readPages<Row>(open: OpenPage<Row>, after: string | null, signal: AbortSignal) {
  let opening: Promise<OpenedPage<Row>> | null = open(queryOf(after), signal);
  while (opening) {
    const opened: OpenedPage<Row> = await opening;
    let following = opened.next ? openQuietly(open, opened.next, signal) : null;
    const page: Page<Row> = await opened.read();
    if (opened.next === undefined && page.next) following = openQuietly(open, page.next, signal);
    yield page;
    opening = following;
  }
}

/** A failure of the early request is handled when its page is read, not as an unhandled rejection. */
function openQuietly<Row>(open: OpenPage<Row>, after: string, signal: AbortSignal) {
  const opening = open(queryOf(after), signal);
  opening.catch(() => undefined);
  return opening;
}

function queryOf(after: string | null): PageQuery {
  return after === null ? { limit: pageDefaultRows, include: 'refs' } : { limit: pageMaxRows, after };
}

/** Yields to key presses and paints. Some browsers do not have `scheduler` yet. */
export function yieldToBrowser(): Promise<void> {
  const mayYield = typeof scheduler !== 'undefined' && 'yield' in scheduler;
  return mayYield ? scheduler.yield() : new Promise((resolve) => setTimeout(resolve));
}
