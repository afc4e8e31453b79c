import type { Requirement } from '../../../contract/access/permissions.ts';
import type { Authorized } from '../../kernel/access.ts';
import type { ReadPage } from '../../kernel/http/export-pages.ts';

/** Few, because reading them blocks the process. */
export const rowsPerPage = 250;

/** In the order of the ids. `list` reads those that are in scope. */
export function selectedPages<R extends Requirement, Row>(
  selected: readonly string[],
  list: (ctx: Authorized<R>, ids: readonly string[]) => Promise<readonly Row[]>,
): ReadPage<R, Row> {
  const ids = [...new Set(selected)];
  return async (ctx, after) => {
    const start = Number(after ?? 0);
    const end = start + rowsPerPage;
    const rows = await list(ctx, ids.slice(start, end));
    return { rows, next: end < ids.length ? String(end) : null };
  };
}
