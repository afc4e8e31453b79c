import { wholeListMaxRows } from '../../../contract/fields/limits.ts';
import { largeListHeader, nextHeader } from '../../../contract/lists/list.ts';

/** What a browser needs before the body of a page: where the next one begins, and whether to read on at all. */
export function setPageHeaders(
  { next, total, is_total_exact }: { next: string | null; total: number; is_total_exact: boolean },
  header: (name: string, value: string) => void,
) {
  if (next) header(nextHeader, next);
  if (!is_total_exact || total > wholeListMaxRows) header(largeListHeader, 'yes');
}
