import type { Requirement } from '../../../contract/access/permissions.ts';
import { csvHead, csvRows } from '../../platform/csv.ts';
import { ApiError } from '../../platform/http/errors.ts';
import type { Authorized } from '../access.ts';
import type { Renew } from './request-access.ts';

/** `after` is the `next` of the page before. */
export type ReadPage<R extends Requirement, Row> = (
  ctx: Authorized<R>,
  after: string | undefined,
) => Promise<{ rows: readonly Row[]; next: string | null }>;

interface Exported<R extends Requirement, Row> {
  /** In words: 'the list'. */
  what: string;
  renew: Renew<R>;
  labels: readonly string[];
  scopeOf(ctx: Authorized<R>): Promise<readonly string[] | null>;
  read: ReadPage<R, Row>;
  cells(row: Row): (string | null)[];
}

/**
 * Checks the reader's access for each page. When their locations changed, the export fails, so that a file never mixes
 * two scopes.
 */
export async function* exportPages<R extends Requirement, Row>({
  what,
  renew,
  labels,
  scopeOf,
  read,
  cells,
}: Exported<R, Row>): AsyncGenerator<string> {
  yield csvHead(labels);
  const scope = String(await scopeOf(await renew()));
  let after: string | undefined;
  do {
    const ctx = await renew();
    if (String(await scopeOf(ctx)) !== scope) {
      throw new ApiError('forbidden', `Your locations changed. Export ${what} again.`);
    }
    const { rows, next } = await read(ctx, after);
    if (rows.length > 0) yield csvRows(rows.map(cells));
    after = next ?? undefined;
  } while (after);
}
