import { selectedMaxCount } from '../../../contract/fields/limits.ts';
import { formatNumber } from '../format/format-number.ts';
import { RequestFailed } from '../network/request-failed.ts';

/**
 * The ids of selected rows, for the body of a request.
 * @throws RequestFailed for more than a request can have, with what to do instead.
 */
export function selectedIds(ids: readonly string[]): string[] {
  if (ids.length <= selectedMaxCount) return [...ids];
  throw new RequestFailed(
    `At most ${formatNumber(selectedMaxCount)} rows can be chosen one by one, and these are ${formatNumber(ids.length)}. Select all that match, or show fewer with a filter.`,
    'too_large',
    413,
  );
}
