import { pageMaxRows } from '../../../contract/fields/limits.ts';
import { type ListQuery, largeListHeader, nextHeader } from '../../../contract/lists/list.ts';
import { firstPage } from '../../../contract/users-request.ts';

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
  /** The server says that the list is too large to be read whole. */
  isLarge: boolean;
  read(): Promise<Page<Row>>;
}

export type OpenPage<Row> = (query: PageQuery, signal: AbortSignal) => Promise<OpenedPage<Row>>;

/**
 * Reads page after page: a first one of 100 rows with the names it needs, then pages of 1,000. The request for the
 * next page leaves when the headers of this one arrive. A large list ends with its first page.
 */
export async function* readPages<Row>(open: OpenPage<Row>, after: string | null, signal: AbortSignal) {
  let opening: Promise<OpenedPage<Row>> | null = open(queryOf(after), signal);
  while (opening) {
    const opened: OpenedPage<Row> = await opening;
    const { isLarge, next, read } = opened;
    let following: Promise<OpenedPage<Row>> | null =
      next && !isLarge ? openQuietly(open, next, signal) : null;
    const page: Page<Row> = await read();
    if (next === undefined && page.next && !isLarge) following = openQuietly(open, page.next, signal);
    yield { ...page, isLarge };
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
  return after === null ? firstPage : { limit: pageMaxRows, after };
}

/** Some browsers do not have `scheduler` yet. */
export function yieldToBrowser(): Promise<void> {
  const mayYield = typeof scheduler !== 'undefined' && 'yield' in scheduler;
  return mayYield ? scheduler.yield() : new Promise((resolve) => setTimeout(resolve));
}

export function readPageHeaders(headers: Headers): Pick<OpenedPage<never>, 'next' | 'isLarge'> {
  return { next: headers.get(nextHeader) ?? undefined, isLarge: headers.has(largeListHeader) };
}
