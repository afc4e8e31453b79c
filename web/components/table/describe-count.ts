import type { DirectoryView } from '../../lib/directory/index.ts';
import { formatNumber } from '../../lib/format/format-number.ts';

/** '5,001 users', or '16 of 5,001 users' while only a part matches. */
export function describeCount(
  { count, total, isExact, searching }: DirectoryView<unknown>,
  [one, several]: readonly [string, string],
) {
  const all = `${formatNumber(total)} ${total === 1 ? one : several}`;
  if (searching) return `Searching ${formatNumber(total)}...`;
  return isExact && (count === total ? all : `${formatNumber(count)} of ${all}`);
}
