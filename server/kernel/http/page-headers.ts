import { largeListHeader, nextHeader } from '../../../contract/lists/list.ts';
import type { Context } from '../context.ts';

/** What a browser needs before the body of a page: where the next one begins, and whether to read on at all. */
export function setPageHeaders(
  { app }: Context,
  { next, total, is_total_exact }: { next: string | null; total: number; is_total_exact: boolean },
  header: (name: string, value: string) => void,
) {
  if (next) header(nextHeader, next);
  if (!is_total_exact || total > app.config.whole_list_max_rows) header(largeListHeader, 'yes');
}
