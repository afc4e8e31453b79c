import type { DirectoryView } from '../../lib/directory/index.ts';
import { countOf, formatNumber } from '../../lib/format/format-number.ts';

export function describeCount(
  { count, total, isExact, searching }: DirectoryView<unknown>,
  noun: readonly [one: string, several: string],
) {
  const all = countOf(total, ...noun);
  if (searching) return `Searching ${formatNumber(total)}...`;
  return isExact && (count === total ? all : `${formatNumber(count)} of ${all}`);
}
