import type { DirectoryView } from '../../lib/directory/index.ts';
import { formatNumber } from '../../lib/format/format-number.ts';

export function describeCount(
  { count, total, isExact, searching }: DirectoryView<unknown>,
  [one, several]: readonly [string, string],
) {
  const all = `${formatNumber(total)} ${total === 1 ? one : several}`;
  if (searching) return `Searching ${formatNumber(total)}...`;
  return isExact && (count === total ? all : `${formatNumber(count)} of ${all}`);
}
